import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { readNights } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import type { Test } from 'tap'
import { day } from '../nights.ts'
import { seededWeb, type SeededWeb } from '../seeded-web.ts'
import type { LaunchEngine, Tab } from './engines.ts'

const widths = [390, 1280]

/** Everything that two parents do, in browsers of one engine. */
export async function journey(t: Test, launch: LaunchEngine): Promise<void> {
  const household = await seededWeb(t)
  const { web, origin, token } = household
  const network = networkOf(household)
  const alex = personAt(await launch(t, 'light'), origin)
  const robin = personAt(await launch(t, 'dark'), origin)
  // Nothing was done with them yet.
  const ahead = await readNights(web.db, day('2026-12-10'), day('2026-12-15'))
  const [given, asked] = ahead.filter(({ caregiver, override }) => caregiver === 'a' && !override)
  if (!given || !asked) throw new Error('Alex has two nights')

  const step = (name: string, act: () => Promise<unknown>) =>
    t.test(name, async t => {
      await act()
      t.same([...alex.faults.splice(0), ...robin.faults.splice(0)], [])
    })

  await step('a share link shows the plan without a sign-in', async () => {
    await alex.open(`/share/${token}`)
    await alex.sees('Next nights')
    await alex.look('share')
  })

  await step('sign in', async () => {
    for (const [who, name] of [
      [alex, 'Alex'],
      [robin, 'Robin'],
    ] as const) {
      await who.open('/')
      await who.look(`sign-in-${name}`)
      await who.press('Sign in with Google')
      await who.press(name)
      await who.sees('Sign out')
      await who.look(`home-${name}`)
    }
  })

  await step('dark', async () => {
    const ground = 'getComputedStyle(document.body).backgroundColor'
    await alex.comes('a light page', `${ground} === 'rgb(250, 249, 246)'`)
    await robin.comes('a dark page', `${ground} === 'rgb(18, 17, 25)'`)
  })

  await step('a night, given and taken back', async () => {
    await alex.pressAt(night(given.id))
    await alex.sees('Why you?')
    await alex.look('night')
    await alex.press('Give')
    await alex.sees('Robin would get')
    await alex.look('give')
    await alex.pressAt(`[action="/nights/give"] button`)
    await alex.sees('You gave Robin')
    await alex.press('Undo')
    await alex.sees('Undone.')
  })

  await step('ask and answer', async () => {
    await alex.pressAt(night(asked.id))
    await alex.press('Ask')
    await alex.sees('Nothing moves until')
    await alex.look('ask')
    await alex.press('Ask Robin')
    await alex.sees('Asked.')
    // Both pages show it without a reload.
    await robin.comes('the later ask', `document.querySelectorAll('[value=accept]')[1]`)
    await robin.press('Take it')
    await robin.sees('It’s yours now.')
    await alex.sees('Robin took over')
  })

  await step('back and forward', async () => {
    await alex.pressAt(night(given.id))
    await alex.sees('Why you?')
    await alex.evaluate('history.back()')
    await alex.comes('the month', `!${at('dialog[open]')}`)
    await alex.evaluate('history.forward()')
    await alex.sees('Why you?')
    await alex.press('Close')
    await alex.press('History')
    await alex.sees('Only one night')
    await alex.evaluate('history.back()')
    await alex.comes('the month', at('.month'))
    // A page that is back hears again what the other one does.
    await household.robin.post('/nights/lock', { assignment_id: String(given.id) })
    await alex.comes('the lock', `${at(night(given.id))}.innerText.includes('locked')`)
  })

  await step('absence with date fields', async () => {
    await alex.press('Settings')
    await alex.look('settings')
    await alex.choose('#parent', 'a')
    await alex.write('#from', '12/10/2026')
    await alex.look('half-filled')
    await alex.write('#to', '12/11/2026')
    await alex.pressAt('#absences [value=preview]')
    await alex.sees('What would change')
    await alex.look('absence')
    await alex.pressAt('#absences [value=save]')
    await alex.sees('Saved.')
  })

  await step('preview of settings, and a refused value', async () => {
    await alex.open('/settings/advanced')
    await alex.write('#lookAheadDays', '20')
    await alex.pressAt('[value=preview]')
    await alex.sees('What would change')
    await alex.comes('the focus', `document.activeElement.id === 'preview-title'`)
    await alex.look('preview')
    await alex.write('#lookAheadDays', '-')
    await alex.pressAt('[value=save]')
    await alex.sees('Nothing was saved.')
    await alex.look('refused')
  })

  await step('history', async () => {
    await alex.press('History')
    await alex.sees('Only one night')
    await alex.look('history')
  })

  await step('balance', async () => {
    await alex.press('Balance')
    await alex.comes('the chart', `${at('.chart svg')}.clientHeight > 100`)
    await alex.look('balance')
  })

  await step('You, in French', async () => {
    await robin.pressAt('.me')
    await robin.sees('Language')
    await robin.look('you')
    await robin.choose('#language', 'fr')
    await robin.pressAt('[action="/you/language"] button')
    await robin.sees('Réglages')
    await robin.look('you-french')
    await robin.press('Ce soir')
    await robin.sees('C’est à vous')
    await robin.look('home-french')
  })

  await step('offline', async () => {
    await alex.open('/')
    await alex.comes('the copy', `caches.match('/')`)
    await network.cut()
    await alex.open('/statistics')
    await alex.sees('You’re offline')
    await alex.look('offline')
    await alex.press('See the last plan')
    await alex.sees('This is the plan as of')
    await network.mend()
    // What the network did not answer.
    alex.faults.length = 0
  })

  await step('without script', async () => {
    network.withScript = false
    await alex.open('/')
    await alex.pressAt(night(given.id))
    await alex.sees('Why you?')
    await alex.comes('no dialog', `!${at('dialog')}`)
    await alex.look('night-without-script')
    await alex.press('Give')
    await alex.pressAt(`[action="/nights/give"] button`)
    await alex.sees('You gave Robin')
    await alex.press('Undo')
    await alex.sees('Undone.')
    network.withScript = true
    // Chromium says that it ran no script.
    alex.faults.length = 0
  })
}

/** What a person reads, whatever the kind of its spaces. */
const read = (element: string) => `${element}.innerText.replace(/\\s+/g, ' ')`
const at = (selector: string) => `document.querySelector('${selector}')`
const night = (id: bigint) => `td a[href*="night=${id}#"]`

/** A person who finds things by what is written on them. */
function personAt(tab: Tab, origin: string) {
  const comes = async (what: string, expression: string) => {
    // A page that is being replaced does not answer, and one that still loads moves away from under the mouse.
    const whenLoaded = `document.readyState === 'complete' && ${expression}`
    const ask = () =>
      tab.evaluate(`Promise.resolve(${whenLoaded}).then(Boolean)`).catch(() => false)
    await waitFor(what, ask, 20).catch(async (error: Error) => {
      const shown = await tab.evaluate('location + document.body.innerText')
      throw new Error(`${error.message} on ${String(shown)} ${tab.faults.join('; ')}`)
    })
  }
  const press = async (what: string, element: string) => {
    await comes(what, element)
    await tab.click(element)
  }
  return {
    ...tab,
    comes,
    open: (path: string) => tab.goto(origin + path),
    press: (name: string) =>
      press(
        name,
        `[...document.querySelectorAll('a, button')]
          .findLast(each => each.checkVisibility() && ${read('each')}.includes('${name}'))`,
      ),
    pressAt: (selector: string) => press(selector, at(selector)),
    sees: (text: string) => comes(text, `${read('document.body')}.includes('${text}')`),
    async write(selector: string, text: string) {
      await comes(selector, at(selector))
      await tab.evaluate(`void (${at(selector)}.value = '')`)
      await tab.type(at(selector), text)
    },
    async choose(selector: string, value: string) {
      await comes(selector, at(selector))
      await tab.evaluate(`void (${at(selector)}.value = '${value}')`)
    },
    /** Checks that a page is no wider than its window. Writes pictures to the folder of PICTURES. */
    async look(name: string) {
      for (const width of widths) {
        await tab.resize(width, 844)
        const folder = process.env['PICTURES']
        if (folder) await writeFile(`${folder}/${name}-${width}.png`, await tab.screenshot())
        if (await tab.evaluate('document.documentElement.scrollWidth > innerWidth'))
          tab.faults.push(`${name} is wider than ${width} px`)
      }
    },
  }
}

/** What lies between the browsers and the service. */
function networkOf({ server, origin }: SeededWeb) {
  const network = {
    /** Whether pages may run scripts; a sandbox without them is what every engine knows. */
    withScript: true,
    async cut() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    async mend() {
      server.listen(Number(new URL(origin).port), '127.0.0.1')
      await once(server, 'listening')
    },
  }
  server.prependListener('request', (_request, answer) => {
    if (network.withScript) return
    const send = answer.writeHead.bind(answer)
    const sandbox = {
      'content-security-policy': 'sandbox allow-forms allow-same-origin',
      'cross-origin-opener-policy': 'unsafe-none',
    }
    Object.assign(answer, {
      writeHead: (status: number, headers: object) => send(status, { ...headers, ...sandbox }),
    })
  })
  return network
}
