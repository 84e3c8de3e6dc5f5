import { fileURLToPath } from 'node:url'
import fastifyView from '@fastify/view'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ParentId } from '@night-routine/database/nights'
import { firstLetters, type Providers } from '@night-routine/wording'
import Handlebars from 'handlebars'
import type { Connection } from './connection.ts'
import type { Assets } from './assets.ts'
import type { SessionContext } from './sessions.ts'
import type { Toast } from './toasts.ts'
import { templateWording } from './template-wording.ts'

/** Data that is the same on every page of this process. */
export interface Surroundings {
  assets: Assets
  /** True with a local stand-in, so that no one takes it for the provider. */
  emulator: boolean
  /** The services that messages name. */
  providers: Providers
}

/** What the layout prints around a page. */
export interface Frame extends Assets {
  language: string
  emulator: boolean
  signedIn: { email: string; parent: ParentId | null; initial: string } | null
  /** The grant is broken. Every page says so, because the calendar gets no updates until someone reconnects. */
  reconnect: boolean
  /** Work is pending; without script the page reloads itself. */
  lookAgain: boolean
  /** The message over the page. */
  toast: Toast | null
  /** Where its buttons lead back to. */
  here: string
  /** Which page of the navigation the address is at or below. */
  at: Record<'home' | 'statistics' | 'history' | 'settings' | 'you', boolean>
}

/** What every page's data has. */
interface PageView {
  /** The start of the document's title. */
  title: string
  /** The state changes soon: without script the browser reloads the page. */
  lookAgain?: boolean
  /** Where a button of the message leads back to, if not to the address of the page. */
  here?: string
}

declare module 'fastify' {
  interface FastifyReply {
    /** Renders a template of `src` inside the layout. */
    page(template: string, view: PageView, connection?: Connection): Promise<FastifyReply>
  }
}

/** The frame of a page; it shows the connection only to people who are signed in. */
export function frameView(
  { assets, emulator }: Surroundings,
  {
    language,
    sessionContext,
    url = '',
  }: { language: string } & Pick<FastifyRequest, 'sessionContext'> & {
      url?: string
    },
  {
    connection,
    lookAgain = false,
    toast = null,
    here = '/',
  }: {
    connection?: Connection | undefined
    lookAgain?: boolean | undefined
    toast?: Toast | null
    here?: string
  } = {},
): Frame {
  const [, first] = url.split(/[/?]/)
  return {
    ...assets,
    language,
    emulator,
    signedIn: sessionContext && personOf(sessionContext),
    reconnect: sessionContext !== null && connection?.state === 'broken',
    lookAgain,
    toast,
    here,
    at: {
      home: first === '',
      statistics: first === 'statistics',
      history: first === 'history',
      settings: first === 'settings',
      you: first === 'you',
    },
  }
}

/** The signed-in person, with the letter that stands for them. */
function personOf({ session: { email }, reader, parents }: SessionContext): Frame['signedIn'] {
  const name = (reader && parents[reader].name) ?? email
  return { email, parent: reader, initial: firstLetters(name, 1).toUpperCase() }
}

// Templates stay beside their routes in src, because tsc does not copy them; this also resolves from dist.
const root = fileURLToPath(new URL('../../src/', import.meta.url))

/** Renders pages with Handlebars in strict mode: a missing field is an error. */
export async function views(service: FastifyInstance, surroundings: Surroundings) {
  const engine = Handlebars.create()
  templateWording(engine, surroundings.providers)
  await service.register(fastifyView, {
    engine: { handlebars: engine },
    root,
    layout: 'frame/layout.hbs',
    production: true,
    options: {
      compileOptions: { strict: true },
      partials: {
        ask: 'nights/asks/ask.hbs',
        caregiver: 'nights/home/caregiver.hbs',
        finish: 'nights/home/finish.hbs',
        'first-steps': 'nights/home/first-steps.hbs',
        'copy-button': 'household/sharing/copy-button.hbs',
        'feed-section': 'household/sharing/feed-section.hbs',
        'history-night': 'record/history/history-night.hbs',
        icon: 'frame/icon.hbs',
        icons: 'frame/icons.hbs',
        month: 'nights/home/month.hbs',
        'night-actions': 'nights/sheet/night-actions.hbs',
        'night-step': 'nights/sheet/night-step.hbs',
        night: 'nights/sheet/night.hbs',
        'passkey-button': 'sign-in/passkey-button.hbs',
        channels: 'you/channels.hbs',
        passkeys: 'sign-in/passkeys.hbs',
        people: 'household/people/people.hbs',
        programs: 'you/programs.hbs',
        'time-zone-question': 'nights/home/time-zone-question.hbs',
        note: 'nights/sheet/note.hbs',
        'note-form': 'nights/sheet/note-form.hbs',
        notices: 'nights/notices/notices.hbs',
        tonight: 'nights/home/tonight.hbs',
        'notice-line': 'nights/notices/notice-line.hbs',
        disconnect: 'household/calendars/disconnect.hbs',
        'make-calendar': 'household/calendars/make-calendar.hbs',
        disconnecting: 'household/calendars/disconnecting.hbs',
        toast: 'frame/toast.hbs',
        'sessions-section': 'you/sessions-section.hbs',
        'signing-in': 'sign-in/ways-in.hbs',
        'share-button': 'household/sharing/share-button.hbs',
        'settings-absences': 'household/absences/absences.hbs',
        'settings-described': 'household/settings/described.hbs',
        'settings-field': 'household/settings/field.hbs',
        'settings-form': 'household/settings/form.hbs',
        'settings-preview': 'household/settings/preview.hbs',
        'settings-fields': 'household/settings/fields.hbs',
        'settings-weekdays': 'household/settings/weekdays.hbs',
        'settings-week': 'household/settings/week.hbs',
        'settings-publishing': 'household/sharing/publishing.hbs',
      },
    },
  })
  service.decorateReply('page', async function (template, view, connection) {
    const { sessionContext, wording, url, method } = this.request
    const { lookAgain, here = method === 'GET' ? url : '/' } = view
    const toast = this.statusCode >= 400 ? null : await this.request.readToast()
    const about = { language: wording.language, sessionContext, url }
    const frame = frameView(surroundings, about, { connection, lookAgain, toast, here })
    return this.view(template, { ...view, frame })
  })
}
