import { setTimeout as sleep } from 'node:timers/promises'
import type { TestHome } from './home-at.ts'

/** A browser without script, and without cookies, at the page for settings. */
export interface Visitor {
  /** Opens the page. */
  open(headers?: Record<string, string>): Promise<Page>
  /** Sends a form to it. */
  send(fields: Record<string, string>, headers?: Record<string, string>): Promise<Page>
  /** Sends a form with files. */
  upload(form: FormData): Promise<Page>
}

/** What a parent enters, who starts a household. */
export const family = {
  step: 'start',
  parent_a: 'Alex',
  parent_b: 'Robin',
  time_zone: 'Europe/Paris',
  email: 'alex@example.com',
  password: 'a red kite over seven hills',
}

export interface Page {
  status: number
  html: string
  headers: Headers
  /** What is in a field; undefined if there is no such field. */
  valueOf(id: string): string | undefined
  /** The texts of what is wrong, above the form and at a field. */
  trouble: string
  faultOf(id: string): string | undefined
}

export function visitor(url: string, language = 'en'): Visitor {
  const visit = async (init: RequestInit, path = '/set-up') => {
    const answer = await fetch(url + path, { ...init, redirect: 'manual' })
    return pageIn(answer, await answer.text())
  }
  const always = { 'accept-language': language, accept: 'text/html' }
  return {
    open: headers => visit({ headers: { ...always, ...headers } }),
    send: (fields, headers) =>
      visit({
        method: 'POST',
        headers: { ...always, ...headers },
        body: new URLSearchParams(fields),
      }),
    upload: body => visit({ method: 'POST', headers: always, body }, '/set-up/restore'),
  }
}

const textOf = (part = '') =>
  part
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replaceAll('&quot;', '"')
    .trim()

function pageIn({ status, headers }: Response, html: string): Page {
  return {
    status,
    html,
    headers,
    valueOf: id =>
      new RegExp(`<(?:input|textarea) id="${id}"[^>]*?(?:value="([^"]*)"|>([^<]*)<)`)
        .exec(html)
        ?.slice(1)
        .find(one => one !== undefined),
    trouble: textOf(/<div class="box trouble"[^]*?<\/div>/.exec(html)?.[0]),
    faultOf: id => {
      const found = new RegExp(`<p class="fault" id="${id}-fault"[^>]*>([^<]*)<`).exec(html)?.[1]
      return found === undefined ? undefined : textOf(found)
    },
  }
}

/** The set-up code in the log. */
export function codeIn(lines: readonly string[]): string {
  const code = /set-up code ([A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4})/.exec(lines.join(''))?.[1]
  if (code === undefined) throw new Error(`no set-up code in the log: ${lines.join('')}`)
  return code
}

/** Waits until home asks for settings. */
export const untilWaiting = (home: TestHome) =>
  untilHealth(home, body => body.includes('open /set-up'))
/** Waits until all services are ready. */
export const untilRunning = (home: TestHome) => untilHealth(home, body => body.includes('"web"'))

async function untilHealth({ url, lines }: TestHome, isSo: (body: string) => boolean) {
  const deadline = AbortSignal.timeout(60_000)
  while (true) {
    const answer = await fetch(`${url}/readyz`)
    if (answer.status === 200 && isSo(await answer.text())) return
    if (deadline.aborted) throw new Error(lines.join(''))
    await sleep(20)
  }
}
