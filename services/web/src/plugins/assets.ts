import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { message } from '@night-routine/wording'
import { stop } from 'esbuild'
import type { FastifyInstance } from 'fastify'
import { minify } from './minify.ts'
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

// They are what they are for as long as this process lives.
let prepared: Promise<Record<keyof typeof names, Asset>> | undefined

/** The addresses carry a hash of the content: a browser keeps a file for a year and still sees a new one at once. */
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
  try {
    return {
      stylesheet: await asset(names.stylesheet, 'css'),
      script: await asset(names.script, 'js'),
      icon: await asset(names.icon),
      icon192: await asset(names.icon192),
      icon512: await asset(names.icon512),
      maskable: await asset(names.maskable),
      touchIcon: await asset(names.touchIcon),
    }
  } finally {
    // The minifier is a process of its own, and is not needed again.
    await stop()
  }
}

async function asset(file: string, loader?: 'css' | 'js'): Promise<Asset> {
  const source = await readFile(folder + file)
  const content = loader ? Buffer.from(await minify(source.toString(), loader)) : source
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return {
    address: `${prefix}${file.replace('.', `.${digest}.`)}`,
    type: types[extname(file)] ?? 'application/octet-stream',
    content,
  }
}

/** Serves the files under their addresses, and nothing else. */
export async function serveAssets(service: FastifyInstance) {
  prepared ??= prepare()
  const assets = new Map(Object.values(await prepared).map(each => [each.address, each]))
  service.get<{ Params: { file: string } }>(`${prefix}:file`, async (request, reply) => {
    const found = assets.get(`${prefix}${request.params.file}`)
    if (found === undefined) throw new SpokenError(404, message('error.noFile'))
    void reply.header('cache-control', `public, max-age=${oneYear}, immutable`)
    return reply.type(found.type).send(found.content)
  })
}
