import { defineConfig } from 'oxfmt'

export default defineConfig({
  semi: false,
  singleQuote: true,
  printWidth: 100,
  arrowParens: 'avoid',
  sortPackageJson: false,
  ignorePatterns: [
    // A formatter of HTML deletes the doctype from templates.
    '*.hbs',
    'pnpm-lock.yaml',
    'dist/',
    '.tap/',
    '.turbo/',
    '.data*/',
    // A template, which becomes YAML when Authelia fills it in.
    'infra/authelia/configuration.yml',
  ],
})
