import { fileURLToPath } from 'node:url'
import fastifyView from '@fastify/view'
import type { FastifyInstance } from 'fastify'
import Handlebars from 'handlebars'
import type { Connection } from '../connection.ts'
import { frameView, pageAt, type Surroundings } from './frame.ts'
import { templateWords } from './template-words.ts'

/** What every page's data has. */
interface PageView {
  /** The start of the document's title. */
  title: string
  /** The state changes soon: without script the browser reloads the page. */
  lookAgain?: boolean
}

declare module 'fastify' {
  interface FastifyReply {
    /** Renders a template of `src` inside the layout. */
    page(template: string, view: PageView, connection?: Connection): FastifyReply
  }
}

// Templates stay beside their routes in src, because tsc does not copy them; this also resolves from dist.
const root = fileURLToPath(new URL('../../src/', import.meta.url))

/** Renders pages with Handlebars in strict mode: a missing field is an error. */
export async function views(service: FastifyInstance, surroundings: Surroundings) {
  const engine = Handlebars.create()
  templateWords(engine)
  await service.register(fastifyView, {
    engine: { handlebars: engine },
    root,
    layout: 'routes/layout.hbs',
    production: true,
    options: {
      compileOptions: { strict: true },
      partials: {
        caregiver: 'routes/home/caregiver.hbs',
        'first-steps': 'routes/home/first-steps.hbs',
        'feed-section': 'routes/feed/feed-section.hbs',
        'history-night': 'routes/history/history-night.hbs',
        icon: 'routes/icon.hbs',
        icons: 'routes/icons.hbs',
        month: 'routes/home/month.hbs',
        'month-cell': 'routes/home/month-cell.hbs',
        'month-cell-text': 'routes/home/month-cell-text.hbs',
        'night-actions': 'routes/home/night-actions.hbs',
        night: 'routes/home/night.hbs',
        told: 'routes/home/told.hbs',
        'told-line': 'routes/home/told-line.hbs',
        disconnect: 'routes/calendars/disconnect.hbs',
        disconnecting: 'routes/calendars/disconnecting.hbs',
        'statistics-bar': 'routes/statistics/bar.hbs',
        'sessions-section': 'routes/sessions/sessions-section.hbs',
        'settings-absences': 'routes/settings/absences.hbs',
        'settings-described': 'routes/settings/described.hbs',
        'settings-field': 'routes/settings/field.hbs',
        'settings-preview': 'routes/settings/preview.hbs',
        'settings-publishing': 'routes/settings/publishing.hbs',
      },
    },
  })
  service.decorateReply('page', function (template, view, connection) {
    const { session, words, url } = this.request
    const frame = {
      ...frameView(surroundings, words.language, session, connection ?? null),
      lookAgain: view.lookAgain ?? false,
      at: pageAt(url),
    }
    return this.view(template, { ...view, frame })
  })
}
