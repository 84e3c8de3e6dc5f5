import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { SpokenError } from './spoken-error.ts'

const sources = fileURLToPath(new URL('../../public/', import.meta.url))
// The build writes it to dist; it does not exist in src.
const finished = fileURLToPath(new URL('../public/', import.meta.url))
const prefix = '/assets/'
const oneYear = 31_536_000

const names = {
  stylesheet: 'site.css',
  script: 'site.js',
  icon: 'icon.svg',
  icon192: 'icon-192.png',
  icon512: 'icon-512.png',
  maskable: 'icon-maskable-512.png',
  touchIcon: 'apple-touch-icon.png',
} as const

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Addresses of the files that a page needs. */
export type Assets = Record<keyof typeof names, string>

interface Asset {
  address: string
  type: string
  content: Buffer
}

// The files do not change while this process runs.
let prepared: Promise<Record<keyof typeof names, Asset>> | undefined

/** The addresses contain a content hash, so browsers can cache each file for a year. */
export async function findAssets(): Promise<Assets> {
  prepared ??= prepare()
  const assets = await prepared
  return {
    stylesheet: assets.stylesheet.address,
    script: assets.script.address,
    icon: assets.icon.address,
    icon192: assets.icon192.address,
    icon512: assets.icon512.address,
    maskable: assets.maskable.address,
    touchIcon: assets.touchIcon.address,
  }
}

async function prepare() {
  const files = existsSync(finished) ? await readFinished() : await finishNow()
  const asset = (file: string) => assetOf(file, files.get(file))
  return {
    stylesheet: asset(names.stylesheet),
    script: asset(names.script),
    icon: asset(names.icon),
    icon192: asset(names.icon192),
    icon512: asset(names.icon512),
    maskable: asset(names.maskable),
    touchIcon: asset(names.touchIcon),
  }
}

async function readFinished(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const file of await readdir(finished)) files.set(file, await readFile(finished + file))
  return files
}

/** Minifies at startup when the service runs from its sources. */
async function finishNow(): Promise<Map<string, Buffer>> {
  const { finishFiles } = await import('../build/finish.ts')
  return finishFiles(sources)
}

function assetOf(file: string, content: Buffer | undefined): Asset {
  if (content === undefined) throw new Error(`There is no ${file} in public/.`)
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return {
    address: `${prefix}${file.replace('.', `.${digest}.`)}`,
    type: types[extname(file)] ?? 'application/octet-stream',
    content,
  }
}

/** Serves these files only. */
export async function serveAssets(service: FastifyInstance) {
  prepared ??= prepare()
  const assets = new Map(Object.values(await prepared).map(each => [each.address, each]))
  const open = { config: { access: 'public' } } as const
  service.get<{ Params: { file: string } }>(`${prefix}:file`, open, async (request, reply) => {
    const found = assets.get(`${prefix}${request.params.file}`)
    if (found === undefined) throw new SpokenError(404, message('error.noFile'))
    void reply.header('cache-control', `public, max-age=${oneYear}, immutable`)
    return reply.type(found.type).send(found.content)
  })
}
