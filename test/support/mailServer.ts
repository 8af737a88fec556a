import { SMTPServer } from 'smtp-server';

type Mail = { from: string; to: string[]; text: string; user: string };

/** Starts a mail server on this machine that accepts mail of one user for one host. */
export async function startMailServer() {
  const mails: Mail[] = [];
  let arrived: () => void = () => {};
  const server = new SMTPServer({
    // No certificate: only the mail itself is tested.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'sightline' && password === 'mail-canary-9d20') done(null, { user: 'sightline' });
      else done(new Error('no such user: mail-canary-reply'));
    },
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@gone.example')) {
        done(Object.assign(new Error('no such mailbox: mail-canary-reply'), { responseCode: 550 }));
      } else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
          user: String(session.user),
        });
        arrived();
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://sightline:mail-canary-9d20@127.0.0.1:${port}`,
    mails,
    async until(count: number) {
      while (mails.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>();
        arrived = resolve;
        await promise;
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
