import { defineConfig } from 'oxfmt'

export default defineConfig({
  semi: false,
  singleQuote: true,
  printWidth: 100,
  arrowParens: 'avoid',
  sortPackageJson: false,
  // Besides what .gitignore names.
  ignorePatterns: [
    // A formatter of HTML deletes the doctype from templates.
    '*.hbs',
    'pnpm-lock.yaml',
  ],
})
