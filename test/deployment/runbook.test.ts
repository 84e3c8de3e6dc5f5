import { globSync, readFileSync } from 'node:fs'
import t from 'tap'

const runbook = readFileSync('docs/runbook.md', 'utf8')
const words: Record<string, string> = JSON.parse(
  readFileSync('packages/wording/languages/en.json', 'utf8'),
)

function part(title: string): string {
  const [, rest = ''] = runbook.split(`\n## ${title}\n`)
  return rest.split('\n## ')[0] ?? ''
}

/** What stands within the brackets that open at `from`. */
function within(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1
    if (source[at] === ')') depth -= 1
    if (depth === 0) return source.slice(from, at)
  }
  return ''
}

/** The messages that a source logs as a warning or worse; of a template what stands before its first value. */
function messagesOf(source: string): string[] {
  const calls = [...source.matchAll(/\blog(?:ger)?\??\.(?:warn|error|fatal)\(/g)]
  return calls.flatMap(call => {
    const text = within(source, call.index + call[0].length - 1)
    return [...text.matchAll(/'([^'\n]+)'|`([^`$]+)/g)]
      .map(([, plain, template]) => (plain ?? template ?? '').trim())
      .filter(said => said.includes(' '))
  })
}

t.test('messages are found', async t => {
  t.strictSame(
    messagesOf(
      "logger.warn({ a: f('x') }, 'one thing')\nrequest.log.error(\n  { err },\n  'another',\n)\n" +
        "logger?.fatal({}, a ? 'this one' : 'or that')\nlog.info('not this')\nlogger.warn(x, `so ${y}`)\n" +
        'service.log.error({ e }, `it says: ${z}`)',
    ),
    ['one thing', 'this one', 'or that', 'it says:'],
  )
})

t.test('every warning and error of the log is in the runbook, and nothing else', async t => {
  const sources = globSync('{services,packages}/*/src/**/*.ts')
  const logged = new Set(sources.flatMap(path => messagesOf(readFileSync(path, 'utf8'))))
  t.ok(logged.size >= 30, `${logged.size} messages`)
  const told = new Set([...part('Log lines').matchAll(/^\| `([^`]+)`/gm)].map(([, line]) => line))
  t.strictSame([...logged].filter(line => !told.has(line)).toSorted(), [], 'each is explained')
  t.strictSame(
    [...told].filter(line => !logged.has(line ?? '')),
    [],
    'none is gone',
  )
})

/** The longest piece of a message without anything that is filled in. */
function fixedPart(message: string): string {
  let depth = 0
  const text = Array.from(message, one => {
    if (one === '{') depth += 1
    if (one === '}') depth -= 1
    return depth > 0 || one === '}' ? '\n' : one
  })
  const pieces = text.join('').split('\n')
  const [longest = ''] = pieces.toSorted((one, two) => two.length - one.length)
  return longest.replace(/^\P{L}+|[“\s]+$/gu, '').trim()
}

t.test('every banner and notice of the pages is in the runbook', async t => {
  const notButtons = /^told\.(?:title|putBack|more|dismiss|choose\w*)$/
  const good = /^status\.(?:updating\w*|upToDate|justNow|live|nextTry\w*)$/
  const keys = Object.keys(words).filter(
    key =>
      key === 'layout.reconnect' ||
      /^notice\.(?:busy|not-planned)$/.test(key) ||
      key.startsWith('publishFailure.') ||
      (key.startsWith('notice.') && !notButtons.test(key)) ||
      (key.startsWith('status.') && !good.test(key)),
  )
  t.ok(keys.length > 25, `${keys.length} of them`)
  const told = part('Banners').replaceAll(/\s+/g, ' ')
  for (const key of keys) {
    const piece = fixedPart(words[key] ?? '').slice(0, 40)
    t.ok(told.includes(piece), `${key}: ${piece}`)
  }
})
