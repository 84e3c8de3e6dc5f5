import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyView from '@fastify/view'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/** What every page's data has. */
interface PageView {
  /** The start of the document's title. */
  title: string
  /** The state changes soon: without script the browser reloads the page. */
  lookAgain?: boolean | undefined
  /** Where a button of the message leads back to, if not to the address of the page. */
  here?: string
}

declare module 'fastify' {
  interface FastifyReply {
    /** Renders a template of `src` inside the layout. */
    page(template: string, view: PageView, connection?: Connection): Promise<FastifyReply>
  }
}

/** What the layout prints around a page; it shows the connection only to people who are signed in. */
export function frameView(
  { assets, emulator }: Surroundings,
  about: Pick<FastifyRequest, 'sessionContext'> & { language: string; url?: string },
  page: Pick<PageView, 'lookAgain' | 'here'> & {
    connection?: Connection | undefined
    toast?: Toast | null
  } = {},
) {
  const { language, sessionContext, url = '' } = about
  const { connection, lookAgain = false, toast = null, here = '/' } = page
  const [, first] = url.split(/[/?]/)
  return {
    ...assets,
    language,
    emulator,
    signedIn: sessionContext && personOf(sessionContext),
    /** The grant is broken. Every page says so, because the calendar gets no updates until someone reconnects. */
    reconnect: sessionContext !== null && connection?.state === 'broken',
    lookAgain,
    /** The message over the page. */
    toast,
    here,
    /** Which page of the navigation the address is at or below. */
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
function personOf({ session: { email }, reader, parents }: SessionContext) {
  const name = (reader && parents[reader].name) ?? email
  return { email, parent: reader, initial: firstLetters(name, 1).toUpperCase() }
}

// Templates stay beside their routes in src, because tsc does not copy them; this also resolves from dist.
const root = fileURLToPath(new URL('../../src/', import.meta.url))

/** Every template is a partial by the name of its file. */
const partials = Object.fromEntries(
  globSync('**/*.hbs', { cwd: root }).map(path => [basename(path, '.hbs'), path]),
)

const ofForms = ['field', 'described', 'time-zone-field', 'credentials', 'passkey-button']

/** Adds the templates of a form's fields to an engine that knows no others. */
export function fieldTemplates(engine: typeof Handlebars): void {
  for (const name of [...ofForms, 'icon', 'icons'])
    engine.registerPartial(name, readFileSync(`${root}${partials[name]}`, 'utf8'))
}

/** Renders pages with Handlebars in strict mode: a missing field is an error. */
export async function views(service: FastifyInstance, surroundings: Surroundings) {
  const engine = Handlebars.create()
  templateWording(engine, surroundings.providers)
  await service.register(fastifyView, {
    engine: { handlebars: engine },
    root,
    layout: 'frame/layout.hbs',
    production: true,
    options: { compileOptions: { strict: true }, partials },
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
