import type { Config } from '../app/config.ts';
import { serve } from '../app/serve.ts';

/** Starts, says where to go, and drains on SIGTERM or SIGINT. */
export async function runServer(config: Config): Promise<void> {
  const running = await serve(config);
  const { service } = running;
  const line = (text: string): void => void process.stdout.write(`${text}\n`);
  line(config.ROLE === 'worker' ? 'Sightline worker is following runs' : `Sightline is listening on ${running.url}`);
  if (service.setupToken !== null) {
    line(`setup: ${service.door.settings.publicBaseUrl}/setup?token=${service.setupToken}`);
  }
  if (service.simulated.answers) {
    line('OPENAI_API_KEY is not set: the bundled simulator answers. Its answers are synthetic, and labelled so.');
  }
  if (service.simulated.seo) {
    line('DATAFORSEO_LOGIN is not set: SEO figures are simulated, and labelled so.');
  }

  let closing = false;
  const stop = (signal: string): void => {
    if (closing) process.exit(1);
    closing = true;
    line(`${signal}: finishing what is under way; once more ends at once`);
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}
