import { readFileSync } from 'node:fs'
import t from 'tap'
import { startNtfy } from '../../src/receivers/index.ts'
import { ntfyCases, tryNtfy, type NtfyAnswer } from './ntfy-cases.ts'

const recorded = JSON.parse(
  readFileSync(new URL('ntfy-answers.json', import.meta.url), 'utf8'),
) as NtfyAnswer[]

t.test('answers as the real server answered', async t => {
  const ntfy = await startNtfy(t)
  for (const [index, one] of ntfyCases.entries())
    t.same(await tryNtfy(ntfy, one), recorded[index], one.what)
  t.equal(recorded.length, ntfyCases.length)
})

t.test('keeps what was published, and nothing that it refused', async t => {
  const { url, token, messages, received } = await startNtfy(t)
  const publish = async (topic: string) =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify({ topic, message: 'Bath', title: 'Tonight' }),
      headers: { authorization: `Bearer ${token}` },
    })
  t.equal((await publish('nights-a')).status, 200)
  t.equal((await publish('theirs')).status, 403)
  t.same(messages, [{ topic: 'nights-a', title: 'Tonight', message: 'Bath' }])
  t.equal(received.length, 2)
  t.match(received[0], { method: 'POST', path: '/', headers: { 'content-type': /^text\/plain/ } })
})
