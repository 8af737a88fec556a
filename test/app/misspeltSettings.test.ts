import { describe, expect, it } from 'vitest';
import { environmentSchema, readConfig } from '../../src/app/config.ts';
import { simulatedEngines } from '../../src/app/configuredEngines.ts';
import { examine } from '../../src/app/doctor.ts';
import { misspeltSettings } from '../../src/app/misspeltSettings.ts';

describe('a misspelt setting', () => {
  it.each([
    ['BUDGET_USD_MONTH', 'BUDGET_USD_PER_MONTH'],
    ['ENGINE', 'ENGINES'],
    ['OPEN_AI_API_KEY', 'OPENAI_API_KEY'],
    ['openai_api_key', 'OPENAI_API_KEY'],
    ['SMTP-URL', 'SMTP_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['RUNS_PER_DAY', 'RUNS_PER_DAY_PER_OWNER'],
    ['OPENAI_KEY', 'OPENAI_API_KEY'],
    ['PUBLIC_URL', 'PUBLIC_BASE_URL'],
    ['BASE_URL', null],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['MONTHLY_BUDGET_USD', 'BUDGET_USD_PER_MONTH'],
    ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
    ['CLAUDE_API_KEY', 'ANTHROPIC_API_KEY'],
    ['PPLX_API_KEY', 'PERPLEXITY_API_KEY'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['DATA_DIRECTORY', 'DATA_DIR'],
    ['PROT', 'PORT'],
  ])('%s is reported with the nearest name: %s', (name, nearest) => {
    expect(misspeltSettings({ [name]: '1' })).toEqual(nearest === null ? [] : [{ name, nearest }]);
  });

  it('is not an error if the similar setting is set too', () => {
    expect(misspeltSettings({ GOOGLE_API_KEY: '1', GEMINI_API_KEY: '1' })).toEqual([]);
  });

  it('is warned about by doctor', async () => {
    const findings = await examine({ BUDGET_USD_MONTH: '5', PORT: 'many' });
    expect(findings).toContainEqual({
      check: 'settings',
      state: 'warning',
      message: 'ignored: BUDGET_USD_MONTH (did you mean BUDGET_USD_PER_MONTH?)',
    });
  });

  it('is neither a setting nor a variable of other programs', () => {
    const others = 'PATH HOME HOSTNAME MAIL LANG USER PWD SHELL TERM LOGNAME NODE_ENV NODE_OPTIONS MALLOC_ARENA_MAX';
    const ours = 'SIGHTLINE_URL SIGHTLINE_API_KEY SIGHTLINE_HOST POSTGRES_PASSWORD TEST_DATABASE_URL XAI_API_KEY';
    const vendors = 'MISTRAL_API_KEY AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_REGION PGPASSWORD OPENAI_ORG_ID';
    const names = [...Object.keys(environmentSchema.shape), ...`${others} ${ours} ${vendors}`.split(' ')];
    expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
  });
});

it.each([
  [{}, ['OPENAI_API_KEY', 'DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD', 'ANTHROPIC_API_KEY']],
  [{ OPENAI_API_KEY: 'sk-1' }, []],
  [{ OPENAI_API_KEY: 'sk-1', ENGINES: 'claude-api,openai' }, ['ANTHROPIC_API_KEY']],
])('simulated parts with %j require %j, and no real credentials', (environment, variables) => {
  expect(simulatedEngines(readConfig(environment)).variables).toEqual(variables);
});
