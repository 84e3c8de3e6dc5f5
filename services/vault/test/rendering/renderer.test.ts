import { setImmediate as nextTurn } from 'node:timers/promises'
import { waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { createRenderer, type RenderTask } from '../../src/rendering/renderer.ts'
import { sharedRenderer, startSite } from '../running-vault.ts'

const logger = createLogger({ name: 'test', level: 'silent' })

/** As long as a note may be, and made so that the time grows with the square of it, and more. */
const slow = '<b><i>'.repeat(43_000)

function note(text: string) {
  return { hash: text.slice(0, 20), text }
}

const endless = new AbortController().signal

// Limits only the time of the slow note, and counts how often it is tried.
let tried = 0
const renderer = createRenderer({
  logger,
  limit: ({ hash }) => {
    if (hash !== note(slow).hash) return endless
    tried += 1
    return AbortSignal.timeout(50)
  },
})
t.teardown(() => renderer.close())
const render = (task: RenderTask, deadline = endless) => renderer.render(task, deadline)

t.test('renders many notes at once', async t => {
  const texts = Array.from({ length: 20 }, (_, index) => `# Note ${index}\n\n[[b]]`)
  const pages = await Promise.all(texts.map(text => render(note(text))))
  for (const [index, page] of pages.entries())
    t.match(page, { note: { title: `Note ${index}`, hasHeading: true }, search: /'note':1A/ })
})

t.test('gives up a slow note and renders the others', async t => {
  const [first, other] = await Promise.all([render(note(slow)), render(note('after it'))])
  t.equal(first, 'slow', 'its time limit ends where nothing is blocked')
  t.match(other, { note: { text: 'after it' } }, 'waiting notes are rendered by a new thread')
  t.equal(await render(note(slow)), 'slow')
  t.equal(tried, 1, 'not tried again at once')
})

t.test('a reader who waits interrupts rendering ahead', async t => {
  const ahead = renderer.renderAhead(note(slow))
  t.match(await render(note('wanted now')), { note: { text: 'wanted now' } })
  t.equal(await ahead, 'interrupted')
  t.match(await renderer.renderAhead(note('in peace')), { note: { text: 'in peace' } })
})

t.test('a reader who comes while the thread starts gets a note from it', async t => {
  const own = createRenderer({ logger, limit: () => endless })
  t.teardown(() => own.close())
  let threads = 0
  const count = () => (threads += 1)
  process.on('worker', count)
  t.teardown(() => process.off('worker', count))
  const ahead = own.renderAhead(note('ahead'))
  const wanted = own.render(note('wanted'), endless)
  await nextTurn()
  // The reader's patience ends here before the thread can say that it is ready.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  t.match(await wanted, { note: { text: 'wanted' } })
  t.equal(await ahead, 'interrupted')
  t.equal(threads, 1)
})

t.test('skips a note whose reader has left when its turn comes', async t => {
  const deadline = new AbortController()
  const results = [render(note('before')), render(note('for no one'), deadline.signal)]
  deadline.abort()
  const [before, late] = await Promise.all(results)
  t.match(before, { note: { text: 'before' } })
  t.equal(late, 'late')
})

t.test('a reader never waits longer than the limit of a page', async t => {
  const given = Promise.withResolvers<undefined>()
  const waiting = {
    ...sharedRenderer,
    render: async (task: RenderTask) => {
      await given.promise
      return sharedRenderer.render(task, endless)
    },
    renderAhead: async () => undefined,
  }
  const vault = await startSite(t, { renderer: waiting, pageMs: 50 })
  const { get, token, id, upload, post, url } = vault
  await post('/api/slug', { token, id, host: '', slug: 'notes' })
  await upload(token, id, 'a.md', 'the note')
  // `get` would ask until there is a page.
  const ask = async () => fetch(`${url}/s/notes/a`)
  for (const answer of await Promise.all([ask(), ask()])) {
    t.equal(answer.status, 503)
    t.equal(answer.headers.get('retry-after'), '2')
    t.equal(answer.headers.get('refresh'), '2')
    t.match(await answer.text(), /isn’t ready yet[^]*href="\?file"/)
  }
  given.resolve(undefined)
  await waitFor('the note', async () => /the note/.test(await (await get('/s/notes/a')).text()))
})

t.test('renders ahead what was too slow for a reader', async t => {
  const started = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const hasty = {
    ...sharedRenderer,
    render: async () => 'slow' as const,
    renderAhead: async (task: RenderTask) => {
      started.resolve()
      await read.promise
      return sharedRenderer.renderAhead(task)
    },
  }
  const { get, token, id, upload, post } = await startSite(t, { renderer: hasty })
  await post('/api/slug', { token, id, host: '', slug: 'notes' })
  await upload(token, id, 'before.md', 'the one before it')
  await started.promise
  await upload(token, id, 'a.md', 'the note itself')
  const page = async () => (await get('/s/notes/a')).text()
  t.match(await page(), 'takes too long')
  read.resolve()
  await waitFor('the note', async () => /the note itself/.test(await page()))
})

t.test('other pages show the title of a note that was rendered ahead', async t => {
  const read = Promise.withResolvers<void>()
  const held = {
    ...sharedRenderer,
    renderAhead: async (task: RenderTask) => {
      await read.promise
      return sharedRenderer.renderAhead(task)
    },
  }
  const { get, token, id, upload, post } = await startSite(t, { renderer: held })
  await post('/api/slug', { token, id, host: '', slug: 'notes' })
  await upload(token, id, 'a.md', 'the note that is read')
  await upload(token, id, 'b.md', '---\ntitle: Its own title\n---\n')
  const page = async () => (await get('/s/notes/a')).text()
  await page()
  // The page that is kept from here on.
  t.notMatch(await page(), 'Its own title')
  read.resolve()
  await waitFor('the title', async () => (await page()).includes('Its own title'))
})

t.test('renders a note that was too slow once it can, also where it is embedded', async t => {
  const tries = new Map<string, number>()
  const hasty = {
    ...sharedRenderer,
    render: async (task: RenderTask) => {
      const key = `${task.hash}#${task.part}`
      tries.set(key, (tries.get(key) ?? 0) + 1)
      return (tries.get(key) ?? 0) >= 3 ? sharedRenderer.render(task, endless) : 'slow'
    },
    renderAhead: async () => undefined,
  }
  const { get, token, id, upload, post } = await startSite(t, { renderer: hasty })
  await post('/api/slug', { token, id, host: '', slug: 'notes' })
  await upload(token, id, 'b.md', 'the inner note')
  await upload(token, id, 'a.md', 'the outer note\n\n![[b]]')
  const page = async () => (await get('/s/notes/a')).text()
  t.match(await page(), /takes too long to show as a page[^]*href="\?file"/)
  const file = await get('/s/notes/a?file')
  t.match(file.headers.get('content-type'), 'text/markdown')
  t.match(await file.text(), 'the outer note')
  await waitFor('the note', async () => /the outer note/.test(await page()))
  await waitFor('the note in it', async () => /the inner note/.test(await page()))
})
