import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** The house style as far as a program can see it. The rest is test/architecture.test.ts. */
const houseStyle = {
  eqeqeq: 'error',
  'max-lines': ['error', { max: 400 }],
  'max-depth': ['error', 3],
  'no-restricted-syntax': [
    'error',
    { selector: 'ExportDefaultDeclaration', message: 'No default exports, but in configs and components.' },
    { selector: 'TSEnumDeclaration', message: 'No enums: a list `as const`.' },
    { selector: 'ExportAllDeclaration', message: 'No barrel files: import from the file that has it.' },
  ],
  'object-shorthand': 'error',
};

const typeAware = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
  '@typescript-eslint/no-import-type-side-effects': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  // Objects of functions here never use `this`; there are almost no classes.
  '@typescript-eslint/unbound-method': 'off',
  '@typescript-eslint/max-params': ['error', { max: 4 }],
  'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
};

export default defineConfig(
  globalIgnores([
    'dist',
    'release',
    'coverage',
    '.cache',
    'core/data',
    'test/contract/cases',
    'test/contract/replay.mjs',
    'test/fixtures',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { files: ['**/*.{js,mjs,ts}'], rules: houseStyle },
  {
    files: ['**/*.{ts,svelte}'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: typeAware,
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [svelte.configs.recommended],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
  },
  // The types of components are svelte-check's: each one would be a program of its own here, half a second each.
  {
    files: ['**/*.svelte'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: globals.node } },
  {
    files: ['core/**/*.ts'],
    ignores: ['core/cli.ts'],
    rules: { 'no-console': 'error' },
  },
  // OPTIONS prints these patterns, so they are spelled as the contract spells them.
  { files: ['core/schema/**/*.ts'], rules: { 'no-useless-escape': 'off' } },
  // The whole route table and the list of migrations are lists of other files on purpose.
  {
    files: ['core/routes/index.ts', 'core/store/migrations/index.ts', '*.config.{js,ts}'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // typescript-eslint sees components, and what they pass to snippets, as `any`; svelte-check judges their types.
    files: ['**/*.svelte', 'test/renderer/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    },
  },
  // State holders replace what they show as a whole: a plain Map or Set behind it is meant (`$state.raw`).
  { files: ['**/*.svelte', '**/*.svelte.ts'], rules: { 'svelte/prefer-svelte-reactivity': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Each column of a table of cases is a parameter.
      '@typescript-eslint/max-params': 'off',
      // A table of cases is long, and a test may say that something is there.
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // expect.any() and its like are `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
);
