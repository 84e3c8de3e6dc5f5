import { readFile } from 'node:fs/promises'
import type { Assets } from '../plugins/assets.ts'
import type { WebService } from '../plugins/context.ts'

const file = new URL('../../public/service-worker.js', import.meta.url)

/** The service worker, at the root because its scope is the whole site. Browsers ask for it again each time. */
export default async function serviceWorker(service: WebService, { assets }: { assets: Assets }) {
  const text = await readFile(file, 'utf8')
  const script = text.replaceAll('/assets/icon-192.png', assets.icon192)
  service.get('/service-worker.js', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' })
      .send(script),
  )
}
