import { readFileSync } from 'node:fs'
import { startOpenidProvider } from './openid-provider.ts'

// The provider as a program. It lets anyone in.
const { env } = process
const provider = await startOpenidProvider({
  host: env['HOST'] ?? '127.0.0.1',
  port: Number(env['PORT'] ?? 0),
  issuer: env['ISSUER'] ?? '',
  clientId: env['CLIENT_ID'] ?? '',
  clientSecret: readFileSync(env['CLIENT_SECRET_FILE'] ?? '', 'utf8').trim(),
  redirectUris: (env['REDIRECT_URIS'] ?? '').split(','),
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void provider.stop())
