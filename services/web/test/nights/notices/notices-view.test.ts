import { languages, wordingFor, type KeysBelow } from '@night-routine/wording'
import t from 'tap'
import { noticesView } from '../../../src/nights/notices/notices-view.ts'
import { noticeText } from '../../../src/text/notice-text.ts'
import { now, people } from '../../demo-household.ts'
import { day } from '../../nights.ts'
import { providers } from '../../providers.ts'

const { names } = people
const night = day('2026-11-21')

/** Every fact that a kind of notice has. */
const data = {
  title: 'who knows',
  date: '2026-11-23',
  asked: 'Robyn',
  parent: 'b',
  calendarName: 'Family',
  eventsLeft: 1,
  revoked: true,
}

const sentences: Partial<Record<KeysBelow<'notice'>, string>> = {
  unreadable:
    'Saturday 21 November: the title “who knows” doesn’t say who does the night. The night stays as it was, and we restored the title. To change it, write a name in brackets, such as [Alex].',
  'name-not-allowed':
    'Saturday 21 November: the name in “who knows” won’t work. The night stays as it was, and we restored the title. Write a name of up to 80 letters on one line, such as [Alex].',
  moved:
    'Saturday 21 November: the event was moved or made longer. A night stays on its date, so we put the event back. To swap two nights, open one of them here.',
  timed:
    'Saturday 21 November: the event was given a time. A night is an all-day event, so we changed it back.',
  repeated:
    'Saturday 21 November: the event was set to repeat. Each night is a separate event, so we changed it back.',
  'too-old':
    'Saturday 21 November: the event was changed, but this night is too long ago to change, so we changed it back.',
  'near-name':
    'Saturday 21 November: did you mean Robin? “Robyn” is almost the same name. The night stays as it was until you answer.',
  'reader-brake':
    'Many of our events seem to be missing from the calendar. We changed nothing, because it may be a temporary problem. If someone emptied the calendar, put the nights back.',
  'calendar-lost':
    'The selected calendar is gone, or is no longer shared with the connected account. Nothing reaches it until it’s shared again or you choose another calendar.',
  restored:
    'This household was restored from a backup of 19 November 2026. We recovered what was booked, given or written into the calendar since then. Absences, names and settings that changed since then need to be entered again.',
  'night-refused':
    'Saturday 21 November: Google won’t let us change this event, so the calendar may show another name. Delete the event in Google Calendar, and we’ll make a new one.',
  'night-failed':
    'Saturday 21 November: Google couldn’t save this event, so the calendar may show another name. We’ll keep trying.',
  'event-unreadable':
    'Saturday 21 November: we can’t read this event in Google Calendar, so what’s written there doesn’t count. We’ll replace it if we can. If not, delete the event, and we’ll make a new one.',
  'grant-ends':
    'Google ends our access on 19 November 2026, most likely because the app is still in Testing. Publish it in Google Cloud, then reconnect.',
  overtaken:
    'Saturday 21 November: this night was changed here and in the calendar at the same time, and the calendar’s “who knows” won. Open the night to change it again.',
  'text-in-the-way':
    'Saturday 21 November: you changed our lines in the event’s description. We’ll replace them the next time the night changes. Write your own text below the link, and it stays.',
  duplicate:
    'Saturday 21 November: the calendar has a copy of this night’s event. We don’t read copies, so changing one does nothing. Delete the copy.',
  'removed-again':
    'Saturday 21 November: the event was deleted in Google Calendar, and it’s back, because deleting it doesn’t change whose night it is. To give the night to someone else, write their name in brackets.',
  'other-installation':
    'Another Night Routine writes its nights into this calendar, so nights may be there twice, and each changes what the other wrote. Keep one: choose another calendar here, or disconnect it there.',
  'left-behind':
    'Your nights are in Night Routine’s own calendar now. 1 event is still in “Family”: delete it there.',
  disconnected:
    'Google Calendar is disconnected. We couldn’t remove 1 event from “Family”. Delete what’s left in Google Calendar, or connect it again.',
}

const say = (kind: KeysBelow<'notice'>, facts: object | null, language = 'en') =>
  noticeText({ kind, night, data: facts }, { names, wording: wordingFor(language, providers) })

t.test('each kind says what happened and what to do, whatever is stored', async t => {
  for (const [kind, text] of Object.entries(sentences)) {
    const of = kind as KeysBelow<'notice'>
    const isDated = of === 'restored' || of === 'grant-ends'
    t.equal(say(of, isDated ? { on: '2026-11-19' } : data), text)
    for (const language of languages)
      for (const facts of [null, {}, { title: '{x} <b>' }])
        t.ok(say(of, facts, language).length > 20, `${language} ${kind}`)
  }
  const unnamed = say('disconnected', { calendarName: null, eventsLeft: 30, revoked: false })
  t.match(unnamed, 'We couldn’t remove 30 events from “Calendar”.')
  t.match(unnamed, 'Google didn’t confirm that our access has ended.')
  t.notMatch(say('disconnected', { eventsLeft: 0, revoked: false }), 'couldn’t remove')
})

t.test('keeps the order and offers the fix', async t => {
  const notices = (['reader-brake', 'unreadable', 'calendar-lost'] as const).map((kind, index) => ({
    id: BigInt(9 - index),
    kind,
    night: kind === 'unreadable' ? night : null,
    data: null,
    createdAt: now,
  }))
  const facts = { names, wording: wordingFor('en', providers) }
  t.match(noticesView(notices, facts), {
    latest: [
      { id: '9', putBack: true, choose: false },
      { id: '8', putBack: false, choose: false },
    ],
    more: { title: '1 more', lines: [{ id: '7', putBack: false, choose: true }] },
  })
  t.equal(noticesView(notices.slice(1), facts)?.more, null)
  const asking = (given: object | null) =>
    noticesView([{ id: 1n, kind: 'near-name', night, data: given, createdAt: now }], facts)
      ?.latest[0]?.ask
  t.same(asking({ asked: 'Robyn', parent: 'b' }), { name: 'Robin', asked: 'Robyn' })
  for (const wrong of [null, {}, { asked: 1, parent: 'a' }, { asked: 'Kim', parent: 'c' }])
    t.equal(asking(wrong), null)
  t.equal(noticesView([], facts), null)
})
