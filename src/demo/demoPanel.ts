/** Invented companies and questions of the demo. Every domain ends in `.example`, which cannot be registered. */

export type DemoSite = { url: string; name: string; topics: Readonly<Record<string, readonly string[]>> };

const crm: DemoSite = {
  url: 'https://www.acme-crm.example/',
  name: 'Acme CRM',
  topics: {
    agencies: [
      'Which CRM suits a ten-person marketing agency?',
      'What is the best CRM for an agency with retainers?',
      'Which CRM tracks client projects and deals together?',
      'What CRM do small design studios use?',
      'Which CRM makes handing a client over to another colleague easy?',
      'What is a good CRM for a PR agency?',
      'Which CRM shows how profitable each client is?',
      'What CRM works for an agency that is fully remote?',
      'Which CRM lets clients see their own project?',
      'What CRM would you recommend to a growing web agency?',
    ],
    freelancers: [
      'What is the simplest CRM for freelancers?',
      'Which CRM is free for a single user?',
      'What do freelancers use to remember whom to call back?',
      'Which CRM sends invoices too?',
      'What is the best CRM for a consultant who works alone?',
      'Which CRM works well on a phone?',
      'What is a good CRM for a photographer?',
      'Which CRM reminds me of birthdays and renewals?',
      'What is the lightest alternative to a big CRM?',
      'Which CRM can I learn in an afternoon?',
    ],
    sales: [
      'Which CRM has the best pipeline view for a small sales team?',
      'What CRM logs e-mails automatically?',
      'Which CRM is best for cold outreach?',
      'What CRM forecasts sales well for a team of five?',
      'Which CRM has a good dialler built in?',
      'What is the best CRM for business-to-business sales?',
      'Which CRM scores leads without a data scientist?',
      'What CRM do start-ups choose for their first sales hire?',
      'Which CRM handles quotes and approvals?',
      'What CRM helps a field sales team plan its visits?',
    ],
    price: [
      'What is the cheapest CRM that is still good?',
      'Which CRM has no fee per user?',
      'What does a CRM for twenty people cost?',
      'Which CRM has a free plan that is worth using?',
      'What CRM gives the most for fifty dollars a month?',
      'Which CRM has clear prices on its website?',
      'What CRM has no yearly contract?',
      'Which CRM offers a discount to charities?',
      'What is the best value CRM this year?',
      'Which CRM grows with a team without surprises on the bill?',
    ],
    switching: [
      'What is the best alternative to a spreadsheet for customers?',
      'Which CRM imports contacts most easily?',
      'How do I move from one CRM to another without losing notes?',
      'Which CRM exports everything I put into it?',
      'What CRM works with our e-mail and calendar?',
      'Which CRM has a good programming interface?',
      'What CRM keeps data in Europe?',
      'Which CRM is easiest to set up without a consultant?',
      'What CRM has the most helpful support?',
      'Which CRM works offline?',
    ],
    brand: [
      'Is Acme CRM good for small teams?',
      'How much does Acme CRM cost?',
      'What are the alternatives to Acme CRM?',
      'Does Acme CRM work with Outlook?',
      'Acme CRM or a spreadsheet: which is better?',
      'Who is Acme CRM made for?',
      'Which CRM is best for a law firm?',
      'What CRM fits an estate agent?',
      'Which CRM is best for a small manufacturer?',
      'What CRM suits a charity with volunteers?',
    ],
  },
};

const bikes: DemoSite = {
  url: 'https://www.northway-bikes.example/',
  name: 'Northway Bikes',
  topics: {
    commuting: [
      'Which electric bike is best for commuting?',
      'What bike suits a hilly city?',
      'Which cargo bike carries two children?',
      'What is the most reliable folding bike?',
      'Which bike shop delivers a bike ready to ride?',
      'What is the best bike lock for a city?',
    ],
  },
};

const tea: DemoSite = {
  url: 'https://www.slow-harbour-tea.example/',
  name: 'Slow Harbour Tea',
  topics: {
    gifts: [
      'Where do I order good loose-leaf tea?',
      'What tea makes a good present?',
      'Which tea subscription is worth it?',
      'Which shop has the freshest green tea?',
      'What is a good tea for people who drink coffee?',
      'Which tea company pays its growers well?',
    ],
  },
};

/** Asked daily at three engines for 120 days. */
export const demoSite = crm;
/** Asked weekly at the first engine only: the other clients of an agency. */
export const furtherSites: readonly DemoSite[] = [bikes, tea];

/** Account that the demo creates. Its server listens only on this machine. */
export const demoOwner = { email: 'dev@example.com', password: 'development only' };

/** Length of the history, in days. */
export const days = 120;
/** Day from which the website is recommended more often, except in the control: half of its pages were rewritten. */
export const rewriteDay = 72;
const dayMs = 86_400_000;

/** Returns midnight (UTC) of the first day of the history, in milliseconds. */
export function firstDayMs(nowMs: number): number {
  return (Math.floor(nowMs / dayMs) - days) * dayMs;
}
