import type { OxlintOverride } from 'oxlint';
import { defineConfig } from 'oxlint';

/** The folders through which data flows one way, each with the folders that it may import (see ARCHITECTURE.md). */
const mayImport = {
  core: [],
  schemas: [],
  generators: ['core', 'schemas'],
  drivers: ['core', 'schemas', 'generators'],
  specs: ['core', 'schemas', 'generators', 'drivers'],
  reports: ['core', 'schemas', 'specs'],
  tenant: [],
} as const;
const rooms = [...Object.keys(mayImport), 'api', 'cli', 'tests'];

const injected = [
  {
    object: 'Date',
    property: 'now',
    message: 'Time is injected; only cli/ and the entry of the tenant read the real clock.',
  },
  { object: 'Math', property: 'random', message: 'Chance is injected; draw it from a seed.' },
  { object: 'process', property: 'env', message: 'Only cli/ reads the environment.' },
];
const together = ['all', 'allSettled', 'race', 'any'].map((property) => ({
  object: 'Promise',
  property,
  message: 'Parallel parts of a check go through scene.together(), so that the timeline knows of them.',
}));

/**
 * Returns the rules of the linter for one folder.
 *
 * @param further patterns of its own folder that it may not import
 */
function rulesOf(room: string, allowed: readonly string[], further: readonly string[] = []): OxlintOverride {
  const closed = rooms.filter((one) => one !== room && !allowed.includes(one));
  const message = `${room}/ must not depend on what comes after it in the flow (see ARCHITECTURE.md).`;
  const group = [...closed.flatMap((one) => [`**/${one}/**`, `../${one}/**`]), ...further];
  return {
    files: [`${room}/**/*.ts`],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group, message }] }],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Use the client that the target was opened with.' }],
      'no-restricted-properties': ['error', ...injected],
    },
  };
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'vitest'],
  categories: { correctness: 'error', suspicious: 'warn' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-console': 'error',
    eqeqeq: 'error',
    'prefer-const': 'error',
    'no-var': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'require-yield': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'typescript/no-unnecessary-type-assertion': 'error',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    'import/no-named-as-default-member': 'off',
    'typescript/consistent-return': 'off',
    'consistent-return': 'off',
    'typescript/no-unnecessary-boolean-literal-compare': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/no-useless-spread': 'off',
  },
  ignorePatterns: ['schemas/types/**', 'dist/**', 'conformance-report/**'],
  overrides: [
    ...Object.entries(mayImport).map(([room, allowed]) => rulesOf(room, allowed)),
    // the only file that may import the tenant
    { files: ['drivers/control/embedded.ts'], rules: { 'no-restricted-imports': 'off' } },
    // engines make checks, and no engine may depend on a check
    rulesOf('specs/engines', ['specs', ...mayImport.specs], ['**/checks/**']),
    {
      files: ['specs/checks/**/*.ts', 'specs/engines/**/*.ts'],
      rules: { 'no-restricted-properties': ['error', ...injected, ...together] },
    },
    {
      files: ['specs/define-tests.ts'],
      rules: { 'vitest/valid-title': 'off', 'vitest/expect-expect': 'off' },
    },
  ],
});
