import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** What .oxlintrc.json asks of every other file, asked of the script of a component. */
const houseStyle = {
  eqeqeq: 'error',
  'max-lines': ['error', { max: 400 }],
  'max-depth': ['error', 3],
  'object-shorthand': 'error',
  'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
  '@typescript-eslint/max-params': ['error', { max: 4 }],
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
  '@typescript-eslint/no-import-type-side-effects': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
};

/** Components and rune modules, which oxlint cannot parse. Types are checked by svelte-check. */
export default defineConfig(
  globalIgnores(['**/*.js', '**/*.mjs', 'dist', 'release', 'coverage', '.cache', '.svelte-check']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [js.configs.recommended, ts.configs.recommended, svelte.configs.recommended],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: {
      ...houseStyle,
      // State holders replace what they show as a whole: a plain Map or Set behind it is meant (`$state.raw`).
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
