import type {
  AbsenceSource,
  RecordedAbsence,
  RecordedRepeatingAbsence,
  SourceAbsence,
} from '@night-routine/database/nights'
import type { ShareLink } from '@night-routine/database/people'
import type { Publication } from '@night-routine/database/site'
import { nothingPublished } from '@night-routine/testing/database'
import { settingsPages, type Preview } from '@night-routine/household'
import { message, parentNames } from '@night-routine/wording'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connection } from '../src/plugins/connection.ts'
import { signedIn } from '../src/plugins/sessions.ts'
import { addSourceView } from '../src/household/absences/absence-sources-view.ts'
import { newAbsenceIn, postedAbsence } from '../src/household/absences/absence-forms.ts'
import { askedFor, postedForm } from '../src/household/settings/settings-form.ts'
import { settingsPageView, type Asked } from '../src/household/settings/settings-page.ts'
import { addressOf } from '../src/household/settings/settings-view.ts'
import type { TypedForm } from '../src/plugins/fields.ts'
import { alex, now } from './demo-household.ts'
import { day } from './nights.ts'
import { long, nights } from './shown-nights.ts'
import { shownPeople } from './shown-people.ts'

const ranges: RecordedAbsence[] = [
  { id: 1n, parent: 'b', from: day('2026-12-30'), to: day('2027-01-09') },
]

const repeatingAbsences: RecordedRepeatingAbsence[] = [
  { id: 1n, parent: 'a', weekdays: [1, 2, 3, 4], everyWeeks: 2, from: day('2026-11-23'), to: null },
  {
    id: 2n,
    parent: 'b',
    weekdays: [],
    everyWeeks: 1,
    cycle: [2, 2, 3, 2, 2, 3],
    from: day('2026-12-01'),
    to: null,
  },
]

const sources: AbsenceSource[] = [
  {
    id: '7b2f3f0e-0000-4000-8000-000000000001',
    parent: 'a',
    kind: 'calendar',
    name: 'Work',
    readAt: now,
    checkedAt: now,
    outcome: 'read',
  },
  {
    id: '7b2f3f0e-0000-4000-8000-000000000002',
    parent: 'b',
    kind: 'address',
    name: 'calendar.example.com',
    readAt: now.subtract({ hours: 3 }),
    checkedAt: now,
    outcome: 'unreachable',
  },
]

const found: SourceAbsence[] = sources.map(({ id, parent }) => ({
  source: id,
  parent,
  from: day('2026-11-24'),
  to: day('2026-11-26'),
}))

const links: ShareLink[] = [
  {
    id: 1n,
    createdBy: `${long}@a-long-domain.example.com`,
    createdAt: now,
    lastUsedAt: now,
    isKept: false,
  },
  { id: 2n, createdBy: alex.email, createdAt: now, lastUsedAt: null, isKept: true },
]

/** Publishing off, with pages left to take down. */
const published: Publication = {
  ...nothingPublished,
  site: { id: '1', host: 'localhost', slug: '5b1f0c0e8d7a4f6c9e2b3a1d0c4f7e6a' },
  address: 'http://localhost:8080/s/5b1f0c0e8d7a4f6c9e2b3a1d0c4f7e6a/',
  publishedOn: day('2026-11-19'),
  publishedAt: now,
}

const preview: Preview = {
  changed: nights
    .filter(({ night }) => night.toString() > '2026-12-01')
    .slice(0, 12)
    .map(({ night, caregiver }, index) => ({
      night,
      before: caregiver,
      after: index === 5 ? null : caregiver === 'a' ? 'b' : 'a',
    })),
  added: [],
  removed: [day('2026-12-23'), day('2026-12-24')],
  openNights: [day('2026-12-07')],
  tonightStays: null,
}

/** A page of the settings of an in-memory household; invalid forms are refused. */
export function shownSettings(service: FastifyInstance, connection: Connection): void {
  const show = (request: FastifyRequest, reply: FastifyReply, asked: Asked) => {
    const { parents, settings } = signedIn(request)
    const { page } = asked
    const accounts = new Map([[alex.email, 'a' as const]])
    const view = settingsPageView(asked, {
      family: page === 'family' ? { absences: ranges, repeatingAbsences, sources } : null,
      sharing:
        page === 'sharing'
          ? { email: alex.email, tokens: links, accounts, publication: published, job: undefined }
          : null,
      people: page === 'family' ? shownPeople(request) : null,
      settings: { ...settings, parents },
      isSecure: true,
      hasBroker: true,
      hasSetUpPage: true,
      backupAt: undefined,
      now,
      tonight: day('2026-11-20'),
      wording: request.wording,
    })
    return reply.page('household/settings/settings.hbs', view, connection)
  }
  for (const page of settingsPages)
    service.get(addressOf(page), async (request, reply) => show(request, reply, { page }))
  service.post<{ Body: TypedForm }>('/settings', async (request, reply) => {
    const form = postedForm(request.body)
    const { parents, settings } = signedIn(request)
    const { faults } = askedFor(form, { ...settings, parents })
    if (faults.length > 0) void reply.code(400)
    const typed = { form, faults, preview: faults.length > 0 ? null : preview }
    return show(request, reply, { page: form.page, typed })
  })
  service.get<{ Querystring: { refused?: string } }>(
    '/settings/absences/calendar',
    async (request, reply) => {
      const { wording } = request
      const { parents } = signedIn(request)
      const says = message('absenceSource.not-a-calendar', { name: 'calendar.example.com' })
      const names = parentNames(parents, wording)
      const fault = { field: 'address', text: wording.tell(says) }
      const isRefused = request.query.refused !== undefined
      const view = addSourceView({
        calendars: [
          { id: 'work', name: `Work ${long}`, writable: false, primary: true, timeZone: null },
        ],
        selected: undefined,
        parent: 'a',
        names,
        sources,
        found,
        tonight: day('2026-11-20'),
        now,
        typed: { calendar: '', address: '', faults: isRefused ? [fault] : [] },
        wording,
      })
      return reply.page('household/absences/absence-sources.hbs', view, connection)
    },
  )
  for (const [path, kind] of [
    ['/settings/absences', 'absence'],
    ['/settings/absences/repeating', 'repeating'],
  ] as const)
    service.post<{ Body: TypedForm }>(path, async (request, reply) => {
      const form = postedAbsence(kind, request.body)
      const asked = newAbsenceIn(kind, form)
      const faults = 'faults' in asked ? asked.faults : []
      if (faults.length > 0) void reply.code(400)
      const attempt = { form, faults, preview: faults.length > 0 ? null : preview }
      return show(request, reply, { page: 'family', [kind]: attempt })
    })
}
