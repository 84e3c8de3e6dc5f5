import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { argumentsOf, textsOf } from './message-types.ts'

const root = new URL('../../../', import.meta.url).pathname
const english = textsOf('en')

/** The beginning of a key that replaces another one for a provider. */
const ofProvider = /^(?:accounts|caldav|google|own)\./

t.test('every message is used', async t => {
  const files = globSync('{packages,services}/*/src/**/*.{ts,hbs}', { cwd: root })
  const code = files
    .filter(path => !path.endsWith('wording/src/messages.ts'))
    .map(path => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n')
  for (const written of Object.keys(english)) {
    const key = written.replace(ofProvider, '')
    // Keys such as `flash.${code}` are built at run time.
    const family = `\`${key.split('.').slice(0, -1).join('.')}.\${`
    t.ok(code.includes(`'${key}'`) || code.includes(`"${key}"`) || code.includes(family), key)
  }
})

t.test('punctuation after a text of a template is a message, as French has a space', async t => {
  for (const path of globSync('services/*/src/**/*.hbs', { cwd: root }))
    t.notMatch(readFileSync(`${root}${path}`, 'utf8'), /(?:\}\}|>)\s*[:;!?](?:\s|<)/, path)
})

t.test('what a provider says differently is a message with the same arguments', async t => {
  for (const key of Object.keys(english).filter(one => ofProvider.test(one))) {
    const replaced = english[key.replace(ofProvider, '')]
    t.ok(replaced, key)
    t.strictSame(argumentsOf(english[key] ?? ''), argumentsOf(replaced ?? ''), key)
  }
})
