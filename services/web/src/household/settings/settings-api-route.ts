import {
  readHouseholdSettings,
  settingsFacts,
  type HouseholdSettings,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { nameApiFields, outcome, outcomeView, takeJsonOnly } from '../../plugins/json-api.ts'
import { askedFor, formOf, saveAsked, settingInputs } from './settings-form.ts'

/** What is agreed from a date on. */
const agreement = Type.Object({
  from: Type.String(),
  share: Type.Optional(Type.Number()),
  weekdayWeights: Type.Optional(Type.Array(Type.Number(), { maxItems: 7 })),
  turns: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Object({
        parent: Type.Enum(['a', 'b']),
        weekday: Type.Integer(),
        weeks: Type.Integer(),
        isMadeGood: Type.Optional(Type.Boolean()),
      }),
    ]),
  ),
})

const value = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Array(Type.Number(), { maxItems: 7 }),
  Type.Array(agreement),
])
const settings = { settings: Type.Record(Type.String(), value), seen: Type.String() }

const shown = Type.Object(settings, {
  description:
    'Every setting of the household, as the history names it; Monday is 1. `share` and `weekdayWeights` hold until ' +
    'the first of `agreements` begins. `seen` is the version.',
})

const changing = Type.Object(
  { ...settings, seen: Type.Optional(Type.String()) },
  {
    additionalProperties: false,
    description:
      'Changes the named settings, all or none. 409: `seen` is no longer the newest version.',
  },
)

/** The settings of the household, as JSON. */
export default async function settingsApi(service: WebService, context: WebContext) {
  takeJsonOnly(service)
  nameApiFields(service)

  service.get('/api/settings', { schema: { response: { 200: shown } } }, async () =>
    settingsView(await readHouseholdSettings(context.db)),
  )

  service.patch(
    '/api/settings',
    {
      config: { confirm: 'site' },
      preHandler: async request => {
        const isNew = request.body.settings['publish'] === true
        if (!isNew || signedIn(request).settings.publish) request.isConfirmed = true
      },
      schema: {
        body: changing,
        response: { 200: Type.Object({ ...settings, ...outcome.properties }) },
      },
    },
    async request => {
      return changeAs(context, request, async (trx, by) => {
        const { settings: values, seen = '' } = request.body
        for (const field of Object.keys(values))
          if (!settingInputs.has(field))
            throw new LocalizedHttpError(400, message('error.notASetting'), { field })
        const ask = (current: HouseholdSettings) => askedFor({ values }, current)
        const made = await saveAsked(trx, { ask, seen }, by)
        return { ...settingsView(await readHouseholdSettings(trx)), ...outcomeView(made) }
      })
    },
  )
}

function settingsView(current: HouseholdSettings) {
  return { settings: settingsFacts(current), seen: formOf(current).seen }
}
