// Runs beside a bare machine, on its network: signs in at `npm start` as a person does in a browser, chooses the
// calendar if asked, and prints the heading of the page that they then see.
import { createControl } from '@night-routine/google-emulator'
import { waitFor } from '@night-routine/servers'
import { Browser } from '@night-routine/servers/browser'

const [url = '', email = ''] = process.argv.slice(2)
const control = {
  consent: (location: string, person: { email: string }) =>
    createControl(new URL(location).origin).consent(location, person),
}
const browser = new Browser({ url, control })
await browser.signIn(email)
await browser.post('/calendars/select', { calendar_id: 'family' })
const heading = await waitFor('a page that says who has tonight', async () => {
  const [, text] =
    /<h1 id="tonight-title">([^]*?)<\/h1>/.exec(await (await browser.send('/')).text()) ?? []
  return text?.replaceAll(/<[^<>]*>/g, '')
})
console.log(heading)
