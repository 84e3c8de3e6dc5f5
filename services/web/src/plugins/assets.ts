import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { SpokenError } from './spoken-error.ts'

// The same folder from src/plugins and from dist/plugins.
const folder = fileURLToPath(new URL('../../public/', import.meta.url))
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

/** Addresses of the files that a page needs. */
export type Assets = Record<keyof typeof names, string>

/** The addresses carry a hash of the content: a browser keeps a file for a year and still sees a new one at once. */
export async function findAssets(): Promise<Assets> {
  return {
    stylesheet: await hashedAddress(names.stylesheet),
    script: await hashedAddress(names.script),
    icon: await hashedAddress(names.icon),
    icon192: await hashedAddress(names.icon192),
    icon512: await hashedAddress(names.icon512),
    maskable: await hashedAddress(names.maskable),
    touchIcon: await hashedAddress(names.touchIcon),
  }
}

async function hashedAddress(file: string) {
  const digest = createHash('sha256').update(await readFile(folder + file))
  return `${prefix}${file.replace('.', `.${digest.digest('hex').slice(0, 12)}.`)}`
}

/** Serves the files under their addresses, and nothing else. */
export async function serveAssets(service: FastifyInstance, assets: Assets) {
  await service.register(fastifyStatic, { root: folder, serve: false, cacheControl: false })
  const files = new Map<string, string>([
    [assets.stylesheet, names.stylesheet],
    [assets.script, names.script],
    [assets.icon, names.icon],
    [assets.icon192, names.icon192],
    [assets.icon512, names.icon512],
    [assets.maskable, names.maskable],
    [assets.touchIcon, names.touchIcon],
  ])
  service.get<{ Params: { file: string } }>(`${prefix}:file`, async (request, reply) => {
    const file = files.get(`${prefix}${request.params.file}`)
    if (file === undefined) throw new SpokenError(404, message('error.noFile'))
    void reply.header('cache-control', `public, max-age=${oneYear}, immutable`)
    return reply.sendFile(file)
  })
}
