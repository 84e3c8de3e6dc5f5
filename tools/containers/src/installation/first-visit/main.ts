// Runs beside a bare machine, on its network: signs in at `npm start` as a person does in a browser, chooses the
// calendar if asked, and prints the heading of the page that they then see.
import { createControl } from '@night-routine/google-emulator'
import { waitFor } from '@night-routine/servers'

const [address = '', email = ''] = process.argv.slice(2)
const cookies = new Map<string, string>()

/** Opens a page as a browser with these cookies, and leaves redirects to us. */
async function open(url: URL, body?: URLSearchParams): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = body ? { method: 'POST', body } : {}
  const answer = await fetch(url, { ...request, headers: { cookie }, redirect: 'manual' })
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    cookies.set(name, value)
  }
  return answer
}

const at = (path: string | null) => new URL(path ?? '/', address)

const consent = at((await open(at('/auth'))).headers.get('location'))
const back = await createControl(consent.origin).consent(consent.href, { email })
const signedIn = await open(at(back))
if (signedIn.status !== 302) throw new Error(`the sign-in was answered with ${signedIn.status}`)
if (signedIn.headers.get('location')?.includes('calendars'))
  await open(at('/calendars/select'), new URLSearchParams({ calendar_id: 'family' }))
const heading = await waitFor('a page that says who has tonight', async () => {
  const page = await (await open(at('/'))).text()
  const [, text] = /<h1 id="tonight-title">([^]*?)<\/h1>/.exec(page) ?? []
  return text?.replaceAll(/<[^<>]*>/g, '')
})
console.log(heading)
