import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { LocalizedHttpError } from './localized-http-error.ts'

// Resolves to the same folder from src and from dist.
const folder = new URL('../../public/', import.meta.url)
const oneYear = 31_536_000

/** The files that pages need, with their types: those of `public`, and one of a package. */
const files = {
  stylesheet: ['site.css', 'text/css; charset=utf-8'],
  script: ['site.js', 'text/javascript; charset=utf-8'],
  morphScript: [
    import.meta.resolve('idiomorph/dist/idiomorph.min.js'),
    'text/javascript; charset=utf-8',
  ],
  timeZoneScript: ['time-zone.js', 'text/javascript; charset=utf-8'],
  appScript: ['app.js', 'text/javascript; charset=utf-8'],
  youScript: ['you.js', 'text/javascript; charset=utf-8'],
  passkeysScript: ['passkeys.js', 'text/javascript; charset=utf-8'],
  chartScript: ['chart.js', 'text/javascript; charset=utf-8'],
  forms: ['forms.js', 'text/javascript; charset=utf-8'],
  icon: ['icon.svg', 'image/svg+xml'],
  icon192: ['icon-192.png', 'image/png'],
  icon512: ['icon-512.png', 'image/png'],
  maskable: ['icon-maskable-512.png', 'image/png'],
  touchIcon: ['apple-touch-icon.png', 'image/png'],
} as const

/** Addresses of the files. */
export type Assets = Record<keyof typeof files, string>

async function readAssets() {
  const assets = Object.entries(files).map(async ([name, [file, type]]) => {
    const content = await readFile(new URL(file, folder))
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
    const address = `/assets/${basename(file).replace('.', `.${digest}.`)}`
    return { name, address, type, content }
  })
  return Promise.all(assets)
}

// The files do not change while this process runs.
let known: ReturnType<typeof readAssets> | undefined

/** The addresses contain a content hash, so browsers can cache each file for a year. */
export async function findAssets(): Promise<Assets> {
  known ??= readAssets()
  const addresses = (await known).map(({ name, address }) => [name, address])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(addresses) as Assets
}

/** Serves these files only. */
export async function serveAssets(service: FastifyInstance) {
  known ??= readAssets()
  const assets = new Map((await known).map(each => [each.address, each]))
  const options = { config: { access: 'public' } } as const
  service.get<{ Params: { file: string } }>('/assets/:file', options, async (request, reply) => {
    const found = assets.get(`/assets/${request.params.file}`)
    if (found === undefined) throw new LocalizedHttpError(404, message('error.noFile'))
    void reply.header('cache-control', `public, max-age=${oneYear}, immutable`)
    return reply.type(found.type).send(found.content)
  })
}
