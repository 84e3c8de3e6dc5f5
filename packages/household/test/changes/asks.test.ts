import { readJobRequests } from '@night-routine/database/jobs'
import { readChange, readClosedAsks, readOpenAsks } from '@night-routine/database/nights'
import {
  addAbsence,
  answerAsk,
  applyCalendarEdits,
  askForNight,
  bookBabysitter,
  giveNight,
  lockNight,
  readUndoableChanges,
  swapNights,
  undoLastChange,
  withdrawAsk,
} from '@night-routine/household'
import { by, nightOn, now, plain, planAt } from '@night-routine/testing/household'
import t from 'tap'
import { askingHousehold } from './asking.ts'
import { refusalOf } from './refusal-of.ts'

t.test('an ask moves nothing, and is on record', async t => {
  const { db, ask, nights, shown, history } = await askingHousehold()
  const before = await shown()
  const { ask: asked, change } = await ask({
    id: nights.mine.id,
    returnId: nights.theirs.id,
    word: '  Choir until\n nine ',
  })
  t.same(await shown(), before)
  t.match(plain(asked), {
    night: String(nights.mine.night),
    parent: 'a',
    word: 'Choir until nine',
    returnNight: String(nights.theirs.night),
    askedBy: 'alex@example.com',
    askedAt: now.toString(),
    state: 'open',
  })
  t.match(plain(await readOpenAsks(db)), [plain(asked)])
  t.match(plain(await readChange(db, String(change))), [
    {
      action: 'night-asked',
      actor: 'alex@example.com',
      night: String(nights.mine.night),
      after: {
        ask: asked.id,
        parent: 'a',
        word: 'Choir until nine',
        returnNight: String(nights.theirs.night),
      },
    },
  ])
  const entries = (await history()).length
  const again = await ask({
    id: nights.mine.id,
    returnId: nights.theirs.id,
    word: 'Choir until nine',
  })
  t.match(again, { ask: { id: asked.id }, stoodAlready: true, change: null })
  t.equal((await history()).length, entries)
  const asksOtherwise = () => ask({ id: nights.mine.id, word: 'Choir until nine' })
  t.match(await refusalOf(asksOtherwise), { reason: 'already-asked' }, 'nothing in return')
})

t.test('to accept gives both nights as one change, which is undone as one', async t => {
  const { db, ask, answer, nights, holders, stateOf, change, history } = await askingHousehold()
  const { mine, theirs } = nights
  const { ask: asked } = await ask({ id: mine.id, returnId: theirs.id })
  const accepted = await answer(asked.id, 'accept')
  t.same(await holders(mine, theirs), ['b locked', 'a locked'])
  t.match(accepted.ask, { state: 'accepted', closedBy: 'robin@example.com' })
  t.equal(accepted.ask.change, accepted.change)
  const entries = await readChange(db, String(accepted.change))
  t.same(
    entries.slice(0, 3).map(({ action, night }) => `${action} ${String(night)}`),
    [
      `ask-accepted ${String(mine.night)}`,
      `night-given ${String(mine.night)}`,
      `night-given ${String(theirs.night)}`,
    ],
  )
  t.notOk(entries.some(({ action }) => action === 'ask-ended'))

  const count = (await history()).length
  t.same(plain(await answer(asked.id, 'accept')), plain({ ...accepted, stoodAlready: true }))
  t.equal((await history()).length, count, 'the same answer again writes nothing')

  t.ok((await readUndoableChanges(db, [entries], now)).has(String(accepted.change)))
  await change(trx => undoLastChange(trx, { ...by }))
  t.same(await holders(mine, theirs), ['a', 'b'])
  t.equal(await stateOf(asked), 'accepted', 'an undo does not ask again')
  t.same(await readOpenAsks(db), [])
})

t.test('to decline and to withdraw move nothing', async t => {
  const { db, change, ask, answer, withdraw, nights, shown, history } = await askingHousehold()
  const before = await shown()
  const { ask: one } = await ask({ id: nights.mine.id })
  const declined = await answer(one.id, 'decline')
  t.match(declined.ask, { state: 'declined', closedBy: 'robin@example.com', change: null })
  const { ask: two } = await ask({ id: nights.mine.id, word: 'Still no way?' })
  const withdrawn = await withdraw(two.id)
  t.match(withdrawn.ask, { state: 'withdrawn', closedBy: 'alex@example.com' })
  t.same(await shown(), before)
  const entries = await history()
  t.same(
    entries.slice(-4).map(({ action }) => action),
    ['night-asked', 'ask-declined', 'night-asked', 'ask-withdrawn'],
  )
  t.match(await withdraw(two.id), { stoodAlready: true, change: null })
  t.match(await answer(one.id, 'decline'), { stoodAlready: true, change: null })
  t.equal((await history()).length, entries.length)
  t.same((await readClosedAsks(db, 9)).map(({ state }) => state).toSorted(), [
    'declined',
    'withdrawn',
  ])
  const undone = () =>
    change(trx => undoLastChange(trx, { ...by, change: String(declined.change) }))
  t.match(await refusalOf(undone), { message: 'This change can’t be undone.' })
})

t.test('each event wakes the messages, and each answer is heard of', async t => {
  const { db, change, ask, answer, withdraw, nights } = await askingHousehold()
  const requests = async () =>
    Number((await readJobRequests(db)).find(({ kind }) => kind === 'notify')?.requestNumber ?? 0n)
  const counts = [await requests()]
  const count = async () => counts.push(await requests())
  const { ask: one } = await ask({ id: nights.mine.id })
  await count()
  await answer(one.id, 'decline')
  await count()
  const { ask: two } = await ask({ id: nights.mine.id })
  await count()
  await withdraw(two.id)
  await count()
  const { ask: three } = await ask({ id: nights.mine.id })
  await count()
  await answer(three.id, 'accept')
  await count()
  await ask({ id: nights.later.id })
  await count()
  await change(trx =>
    bookBabysitter(trx, { id: nights.later.id, babysitter: { name: 'Dana' }, ...by }),
  )
  await count()
  t.same(counts, [0, 1, 2, 3, 4, 5, 6, 7, 8])
})

t.test('refuses what cannot be asked, in a sentence', async t => {
  const home = await askingHousehold({ unavailableWeekdays: { a: [], b: [3] } })
  const { db, change, ask, nights, history } = home
  const { mine, theirs, later, other } = nights
  const wednesday = await nightOn(db, '2026-12-02')
  const past = await nightOn(db, '2026-11-18')
  await change(trx => lockNight(trx, { id: later.id, ...by }))
  await change(trx => lockNight(trx, { id: other.id, ...by }))
  await change(trx => addAbsence(trx, { parent: 'a', from: theirs.night, to: theirs.night, ...by }))
  const entries = (await history()).length
  const { id } = mine
  const word = { field: 'word' }
  for (const [asked, refused] of [
    [{ id: past.id }, { field: 'id', message: 'Wednesday 18 November is over.' }],
    [{ id: later.id }, { field: 'id', message: /is locked: unlock it first\.$/ }],
    [{ id: theirs.id }, { field: 'id', message: /isn’t yours, so there is nothing to ask\.$/ }],
    [{ id: wednesday.id }, { field: 'id', message: 'Robin is away on Wednesday 2 December.' }],
    [{ id: 99_999n }, { reason: 'unknown-night' }],
    [
      { id, returnId: 99_999n },
      { reason: 'unknown-night', field: 'returnId' },
    ],
    [
      { id, returnId: id },
      { field: 'returnId', message: 'Choose another night in return.' },
    ],
    [
      { id, returnId: past.id },
      { field: 'returnId', message: /is over\.$/ },
    ],
    [
      { id, returnId: later.id },
      { field: 'returnId', message: /isn’t Robin’s, so it can’t be/ },
    ],
    [
      { id, returnId: other.id },
      { field: 'returnId', message: /is locked/ },
    ],
    [
      { id, returnId: theirs.id },
      { field: 'returnId', message: /^You’re away on / },
    ],
    [
      { id, word: 'a\u0007b' },
      { ...word, message: 'A message can’t contain control characters.' },
    ],
    [{ id, word: '\ud800' }, word],
    [
      { id, word: 'é'.repeat(81) },
      { ...word, message: 'A message can have at most 80 characters.' },
    ],
  ] as const)
    t.match(await refusalOf(() => ask(asked)), refused, JSON.stringify(plain(asked)))
  const gran = { kind: 'person', email: 'gran@example.com' } as const
  t.match(await refusalOf(() => change(trx => askForNight(trx, { id, now, actor: gran }))), {
    reason: 'no-parent',
    message: 'Say which parent you are first.',
  })
  t.same([await readOpenAsks(db), (await history()).length], [[], entries])
  await ask({ id, word: 'é'.repeat(80) })
  t.match(await refusalOf(() => ask({ id })), {
    reason: 'already-asked',
    message: /^Robin was already asked about /,
  })
  t.equal((await readOpenAsks(db)).length, 1)
})

t.test('no one can be asked who has not joined', async t => {
  const { db, ask, nights } = await askingHousehold()
  await db.deleteFrom('accounts').where('email', '=', 'robin@example.com').execute()
  t.match(await refusalOf(() => ask({ id: nights.mine.id })), {
    reason: 'not-allowed',
    message: 'No one has joined as Robin yet. Invite Robin first.',
  })
})

t.test('only the parent who is asked answers, and only the one who asks withdraws', async t => {
  const { change, ask, answer, withdraw, nights, stateOf } = await askingHousehold()
  const { ask: asked } = await ask({ id: nights.mine.id })
  const { id } = asked
  const gran = { now, actor: { kind: 'person', email: 'gran@example.com' } } as const
  t.match(await refusalOf(() => answer(id, 'accept', 'a')), {
    reason: 'not-allowed',
    message: 'You asked this yourself, so Robin answers.',
  })
  t.match(await refusalOf(() => withdraw(id, 'b')), {
    reason: 'not-allowed',
    message: 'Only Alex can withdraw this.',
  })
  const answered = () => change(trx => answerAsk(trx, { id, answer: 'accept', ...gran }))
  t.match(await refusalOf(answered), { reason: 'no-parent' })
  t.match(await refusalOf(() => change(trx => withdrawAsk(trx, { id, ...gran }))), {
    reason: 'no-parent',
  })
  for (const unknown of ['', 'x', '00000000-0000-4000-8000-000000000000'])
    t.match(await refusalOf(() => answer(unknown, 'accept')), { reason: 'unknown-ask' })
  t.equal(await stateOf(asked), 'open')
})

t.test('an answer that comes too late is refused by name', async t => {
  const { ask, answer, withdraw, nights } = await askingHousehold()
  const { ask: taken } = await ask({ id: nights.mine.id })
  await answer(taken.id, 'accept')
  t.match(await refusalOf(() => answer(taken.id, 'decline')), {
    reason: 'ask-closed',
    message: /^You’ve already said that you take /,
  })
  t.match(await refusalOf(() => withdraw(taken.id)), {
    reason: 'ask-closed',
    message: 'Robin has already answered.',
  })
  const { ask: declined } = await ask({ id: nights.later.id })
  await answer(declined.id, 'decline')
  t.match(await refusalOf(() => answer(declined.id, 'accept')), {
    reason: 'ask-closed',
    message: /^You’ve already said that you can’t take /,
  })
  t.match(await refusalOf(() => withdraw(declined.id)), { message: 'Robin has already answered.' })
  const { ask: withdrawn } = await ask({ id: nights.later.id })
  await withdraw(withdrawn.id)
  for (const late of ['accept', 'decline'] as const)
    t.match(await refusalOf(() => answer(withdrawn.id, late)), {
      reason: 'ask-closed',
      message: 'Alex doesn’t need this any more.',
    })
})

t.test('a night that leaves the hands of its asker ends the ask, by any way', async t => {
  const { db, change, ask, answer, withdraw, nights, stateOf } = await askingHousehold()
  const { mine, theirs } = nights
  const { id, night } = mine
  for (const [title, leave] of Object.entries({
    give: () => change(trx => giveNight(trx, { id, to: 'b', ...by })),
    babysitter: () =>
      change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by })),
    swap: () => change(trx => swapNights(trx, { id, otherId: theirs.id, ...by })),
    calendar: () =>
      change(trx =>
        applyCalendarEdits(trx, { edits: [{ night, caregiver: 'b', babysitter: null }], now }),
      ),
    plan: () => change(trx => addAbsence(trx, { parent: 'a', from: night, to: night, ...by })),
  })) {
    const { ask: asked } = await ask({ id })
    const outcome = await leave()
    t.equal(await stateOf(asked), 'ended', title)
    const entries = await readChange(db, String(outcome.change))
    t.match(
      plain(entries.filter(({ action }) => action === 'ask-ended')),
      [{ night: String(night), after: { ask: asked.id, because: 'moved' } }],
      title,
    )
    t.match(await refusalOf(() => answer(asked.id, 'accept')), {
      reason: 'ask-closed',
      message: /^Alex no longer has .* answer\.$/,
    })
    t.match(await refusalOf(() => withdraw(asked.id)), {
      reason: 'ask-closed',
      message: /^You no longer have .* withdraw\.$/,
    })
    await change(trx => undoLastChange(trx, { ...by, change: String(outcome.change) }))
    t.equal((await nightOn(db, String(night))).caregiver, 'a', `${title} was undone`)
    t.equal(await stateOf(asked), 'ended', 'an undo does not ask again')
  }
})

t.test('planning again never ends an ask about a night that stays', async t => {
  const { db, change, ask, nights, stateOf } = await askingHousehold()
  const { ask: asked } = await ask({ id: nights.later.id })
  await change(trx => giveNight(trx, { id: nights.theirs.id, to: 'b', ...by }))
  await change(trx => lockNight(trx, { id: nights.later.id, ...by }))
  await planAt(db, now.add({ hours: 24 }))
  t.equal(await stateOf(asked), 'open')
})

t.test('an ask ends when the day turns after its night, also before anything has run', async t => {
  const { db, change, ask, answer, stateOf } = await askingHousehold()
  const tonight = await nightOn(db, '2026-11-20')
  await change(trx => giveNight(trx, { id: tonight.id, to: 'a', ...by }))
  await db
    .updateTable('assignments')
    .set({ override: false })
    .where('id', '=', tonight.id)
    .execute()
  const { ask: asked } = await ask({ id: tonight.id })
  // The day turns at 4:00 in Paris.
  const [before, after] = ['2026-11-21T02:59:59Z', '2026-11-21T03:00:00Z'].map(text =>
    Temporal.Instant.from(text),
  )
  if (!before || !after) throw new Error('two instants')
  t.match(await refusalOf(() => answer(asked.id, 'accept', 'b', after)), {
    reason: 'ask-closed',
    message: 'Friday 20 November is over, so there is nothing left to answer.',
  })
  t.equal(await stateOf(asked), 'open', 'refused before it was ended')
  await planAt(db, before)
  t.equal(await stateOf(asked), 'open')
  await planAt(db, after)
  t.equal(await stateOf(asked), 'ended')
  t.match((await readClosedAsks(db, 1))[0], { closedBy: null })
})

t.test('the morning after, a change by a person is not what ended the ask', async t => {
  const { db, change, ask, nights, history } = await askingHousehold()
  const { ask: asked } = await ask({ id: nights.mine.id })
  const later = nights.mine.night.add({ days: 2 }).toZonedDateTime('Europe/Paris').toInstant()
  await change(trx => lockNight(trx, { id: nights.other.id, ...by, now: later }))
  const ended = (await history()).find(({ action }) => action === 'ask-ended')
  t.match(plain(ended), {
    actorKind: 'schedule',
    actor: null,
    change: null,
    after: { ask: asked.id, because: 'over' },
  })
  t.match((await readClosedAsks(db, 1))[0], { state: 'ended', closedBy: null })
})

t.test('a night in return that can’t be given any more ends the ask', async t => {
  const { db, change, ask, answer, withdraw, nights, holders, stateOf } = await askingHousehold()
  const { mine, later, theirs } = nights
  // So that no plan moves it.
  await change(trx => lockNight(trx, { id: mine.id, ...by }))
  const isAway = { parent: 'a', from: theirs.night, to: theirs.night } as const
  for (const [title, leave] of Object.entries({
    give: () => change(trx => giveNight(trx, { id: theirs.id, to: 'a', ...by })),
    away: () => change(trx => addAbsence(trx, { ...isAway, ...by })),
  })) {
    await db.updateTable('assignments').set({ override: false }).where('id', '=', mine.id).execute()
    const { ask: asked } = await ask({ id: mine.id, returnId: theirs.id })
    await change(trx => lockNight(trx, { id: mine.id, ...by }))
    const before = await holders(mine)
    const { change: cause } = await leave()
    t.same([await holders(mine), await stateOf(asked)], [before, 'ended'], title)
    t.match(
      plain((await readChange(db, String(cause))).filter(({ action }) => action === 'ask-ended')),
      [{ after: { ask: asked.id, because: 'return' } }],
    )
    t.match(await refusalOf(() => answer(asked.id, 'accept')), {
      reason: 'ask-closed',
      message: /can’t be the night in return any more, so nothing changed\. Alex can ask again\.$/,
    })
    t.match(await refusalOf(() => withdraw(asked.id)), { message: /\. You can ask again\.$/ })
    await change(trx => undoLastChange(trx, { ...by, change: String(cause) }))
  }
  const { ask: first } = await ask({ id: later.id, returnId: theirs.id })
  t.match(await refusalOf(() => ask({ id: mine.id, returnId: theirs.id })), {
    reason: 'not-allowed',
  })
  // Two asks of before that was refused.
  const { ask: second } = await ask({ id: nights.third.id })
  await db
    .updateTable('asks')
    .set({ return_night: theirs.night })
    .where('id', '=', second.id)
    .execute()
  await answer(first.id, 'accept')
  t.equal(await stateOf(second), 'ended')
})

t.test('a night in return that is over by then is not given', async t => {
  const { ask, answer, nights, holders, stateOf } = await askingHousehold()
  const { later, theirs } = nights
  t.ok(Temporal.PlainDate.compare(theirs.night, later.night) < 0)
  const { ask: asked } = await ask({ id: later.id, returnId: theirs.id })
  const before = await holders(later, theirs)
  const thatMorning = later.night.toZonedDateTime('Europe/Paris').toInstant().add({ hours: 6 })
  t.match(await refusalOf(() => answer(asked.id, 'accept', 'b', thatMorning)), {
    reason: 'not-allowed',
    message: /can’t be the night in return any more/,
  })
  t.same([await holders(later, theirs), await stateOf(asked)], [before, 'open'])
})

t.test('of two answers at the same second the first one counts', async t => {
  for (let round = 0; round < 3; round++) {
    const { ask, answer, nights, holders, history, stateOf } = await askingHousehold()
    const { mine } = nights
    const { ask: asked } = await ask({ id: mine.id })
    const results = await Promise.allSettled([
      answer(asked.id, 'accept'),
      answer(asked.id, 'decline'),
    ])
    t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    const state = await stateOf(asked)
    t.same(await holders(mine), [state === 'accepted' ? 'b locked' : 'a'])
    const answers = (await history()).filter(({ action }) =>
      ['ask-accepted', 'ask-declined'].includes(action),
    )
    t.equal(answers.length, 1)
  }
})

t.test('the asker gives the night away while the other one answers', async t => {
  for (let round = 0; round < 3; round++) {
    const { change, ask, answer, nights, holders, stateOf, history } = await askingHousehold()
    const { mine, theirs } = nights
    const { ask: asked } = await ask({ id: mine.id, returnId: theirs.id })
    const [gift, accepted] = await Promise.allSettled([
      change(trx => giveNight(trx, { id: mine.id, to: 'b', ...by })),
      answer(asked.id, 'accept'),
    ])
    t.equal(gift.status, 'fulfilled')
    const state = await stateOf(asked)
    t.equal(accepted.status === 'fulfilled' ? 'accepted' : 'ended', state)
    t.same((await holders(mine))[0], 'b locked')
    const acts = (await history()).map(({ action }) => action)
    t.equal(acts.filter(action => action.startsWith('ask-')).length, 1)
  }
})

t.test('two asks for one night at once are one', async t => {
  const { db, ask, nights, history } = await askingHousehold()
  const { id } = nights.mine
  const results = await Promise.allSettled([
    ask({ id, word: 'one' }),
    ask({ id, word: 'two' }),
    ask({ id, word: 'two' }),
  ])
  const made = results.filter(result => result.status === 'fulfilled' && !result.value.stoodAlready)
  t.equal(made.length, 1)
  t.equal((await readOpenAsks(db)).length, 1)
  t.equal((await history()).filter(({ action }) => action === 'night-asked').length, 1)
})
