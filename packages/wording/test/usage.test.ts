import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { textsOf } from './message-types.ts'

const root = new URL('../../../', import.meta.url).pathname
const english = textsOf('en')

t.test('every message is used', async t => {
  const files = globSync('{packages,services}/*/src/**/*.{ts,hbs}', { cwd: root })
  const code = files
    .filter(path => !path.endsWith('wording/src/messages.ts'))
    .map(path => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n')
  for (const key of Object.keys(english)) {
    // Keys such as `flash.${code}` are built at run time.
    const family = `\`${key.split('.').slice(0, -1).join('.')}.\${`
    t.ok(code.includes(`'${key}'`) || code.includes(`"${key}"`) || code.includes(family), key)
  }
})
