// Uploads the files named on the command line to a site, with progress, ended by Ctrl-C.
//   VAULT_URL=… VAULT_TOKEN=… node upload-with-progress.ts SITE_ID FILE...
import { basename } from 'node:path'
import { createVaultClient, fileSource, QuotaExceeded } from '@night-routine/vault-api'

const [, , siteId = '', ...files] = process.argv
const client = createVaultClient({
  addresses: { main: process.env['VAULT_URL'] ?? 'http://localhost:8090' },
  token: process.env['VAULT_TOKEN'],
})
const control = new AbortController()
process.once('SIGINT', () => control.abort())

const { sites } = await client.sites.list()
const site = sites.find(({ id }) => id === siteId)
if (site === undefined) throw new Error(`There is no site ${siteId}.`)

const uploads = []
for (const file of files) uploads.push({ path: basename(file), source: await fileSource(file) })
try {
  await client.files.uploadAll(site, uploads, {
    signal: control.signal,
    onProgress: ({ path, sent, size }) => process.stdout.write(`\r${path}: ${sent} of ${size}`),
    onUploaded: ({ path }) => process.stdout.write(`\n${path} is there\n`),
  })
} catch (error) {
  if (error instanceof QuotaExceeded) process.stdout.write('\nThe site is full.\n')
  else throw error
}
