// Writes what a real ntfy server answers to the cases into ntfy-answers.json: NTFY_URL and NTFY_TOKEN name it, and a token
// that may publish to topics that start with nights-, and nowhere else. It lets 60 requests in at once.
import { writeFileSync } from 'node:fs'
import { ntfyCases, tryNtfy } from './ntfy-cases.ts'

const { NTFY_URL: url = '', NTFY_TOKEN: token = '' } = process.env
const answers = []
for (const one of ntfyCases) answers.push(await tryNtfy({ url, token }, one))
const file = new URL('ntfy-answers.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`)
