import { readNights } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import { startNtfy, type NtfyMessage } from '@night-routine/servers/receivers'
import t, { type Test } from 'tap'
import { workerAndWeb } from './worker-and-web.ts'

/** Both parents with a plan; Robin gets messages by an ntfy server. */
async function family(t: Test) {
  const ntfy = await startNtfy(t)
  const { db, signIn } = await workerAndWeb(t, {
    timeoutMs: 60_000,
    networks: ['127.0.0.1'],
  })
  const [alex, robin] = [await signIn('alex@example.com'), await signIn('robin@example.com')]
  await alex.form('/calendars/select', { calendar_id: 'family' })
  await alex.form('/you', { parent: 'a' })
  await robin.form('/you', { parent: 'b' })
  const filledIn = { server: ntfy.url, topic: 'nights-robin', token: ntfy.token }
  t.equal((await robin.confirmed('/you/channels/ntfy', filledIn)).status, 302)
  const today = Temporal.Now.plainDateISO('Europe/Paris')
  const nights = () => readNights(db, today.add({ days: 1 }), today.add({ days: 20 }))
  const [first, second] = (await nights()).filter(({ caregiver }) => caregiver === 'a')
  if (first === undefined || second === undefined) throw new Error('Alex has nights')
  return {
    alex,
    robin,
    mine: [first.id, second.id] as const,
    /** Who does a night. */
    holder: async (id: bigint) => (await nights()).find(one => one.id === id)?.caregiver,
    /** The message with this number, once it has arrived. */
    message: async (number: number): Promise<NtfyMessage> => {
      await waitFor('the message', async () => ntfy.messages.length >= number)
      return ntfy.messages[number - 1] ?? { topic: '', message: '' }
    },
  }
}

/** Does what the app does when a button is pressed: it knows nothing but the message. */
async function press({ actions = [] }: NtfyMessage, label: string): Promise<number> {
  const { url = '', method, headers, body } = actions.find(one => one.label === label) ?? {}
  const answer = await fetch(url, {
    method: method ?? 'POST',
    headers: headers ?? {},
    ...(body !== undefined && { body }),
  })
  return answer.status
}

t.test('the buttons of ntfy answer an ask, and turn it off', async t => {
  const { alex, robin, mine, holder, message } = await family(t)
  const [taken, refused] = mine

  await alex.form('/asks', { assignment_id: String(taken), word: 'Choir' })
  const ask = await message(1)
  t.match(ask, { topic: 'nights-robin', title: /^Can you take /, message: /“Choir”/, priority: 4 })
  t.equal(await holder(taken), 'a')
  t.equal(await press(ask, 'Take it'), 200)
  t.equal(await holder(taken), 'b', 'the night moved')
  t.equal(await press(ask, 'I can’t'), 409, 'it is answered')

  await alex.form('/asks', { assignment_id: String(refused) })
  t.equal(await press(await message(2), 'I can’t'), 200)
  t.equal(await holder(refused), 'a')
  const asks: { asks: { state: string }[] } = JSON.parse(await alex.page('/api/asks'))
  t.same(asks.asks.map(({ state }) => state).toSorted(), ['accepted', 'declined'])

  await robin.form('/you/channels/ntfy/test', {})
  t.match(await robin.page('/you'), 'The test message was sent.')
  t.match(await robin.page('/you'), /name="by_ntfy"[^>]* checked/)
  t.equal(await press(await message(3), 'Turn off'), 200)
  t.notMatch(await robin.page('/you'), /name="by_ntfy"[^>]* checked/)
})
