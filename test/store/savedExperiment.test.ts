import { expect, it } from 'vitest';
import { findFalseClaims } from '../../src/domain/experiments/evidence.ts';
import { findExperiment, insertExperiment } from '../../src/store/experiments/rows.ts';
import { onEachDatabase } from '../support/databases.ts';
import { savedEvidence } from '../support/experimentEvidence.ts';
import { addSite, homeOf, longAgo } from '../support/records.ts';
import { useService } from '../support/service.ts';

onEachDatabase('a saved experiment', (engine) => {
  const service = useService(engine);

  it('has the same digest, arms and p whatever database holds it', async () => {
    const { id, name, experiment, judgement } = savedEvidence();
    const { rounds, ...registered } = experiment;
    const home = await homeOf(service);
    await addSite(service, home, experiment.protocol.websiteId);
    const saved = { ...registered, id, name, createdAt: longAgo, createdBy: 'owner@example.com' };
    await insertExperiment(service.db, home.workspaceId, saved);
    const read = await findExperiment(service.db, home.workspaceId, id);
    expect(read).toEqual(saved);
    const { protocol, registration, changes, stoppedAt } = read as typeof saved;
    expect(findFalseClaims({ experiment: { protocol, registration, changes, stoppedAt, rounds }, judgement })).toEqual(
      [],
    );
    expect(registration.digest).toBe('be4aa480d245c64e808a5672018deab83aebf42cd90c7d9acbe936c006dd5208');
    expect(judgement.estimate?.p).toBeCloseTo(2 / 12_870, 12);
  });
});
