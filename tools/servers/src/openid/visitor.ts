/** The parts of a response that `passOpenidPages` needs. */
interface Answer {
  status: number
  headers: { get(name: string): string | null; getSetCookie(): string[] }
  text(): Promise<string>
}

export type Send = (url: string, form: URLSearchParams | undefined) => Promise<Answer>

/**
 * Goes through the provider's login and consent pages under this name. Returns the address of ours to which the
 * provider sends the browser back. `send` keeps cookies and follows no redirect.
 */
export async function passOpenidPages(start: string, name: string, send: Send = browser()) {
  let url = start
  let form: URLSearchParams | undefined
  for (let step = 0; step < 20; step += 1) {
    const answer = await send(url, form)
    const body = await answer.text()
    const location = answer.headers.get('location')
    url = new URL(location ?? formIn(body, answer.status).action, url).href
    form = location === null ? filled(body, name) : undefined
    if (new URL(url).pathname === '/oauth/callback') return url
  }
  throw new Error('The provider did not send the browser back.')
}

/** A browser that keeps cookies. */
export function browser(): Send {
  const cookies = new Map<string, string>()
  return async (url, form) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) keep(cookies, cookie)
    return answer
  }
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [key = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s)
  if (value === '') cookies.delete(key)
  else cookies.set(key, value)
}

function formIn(body: string, status: number): { action: string; prompt: string } {
  const action = /action="([^"]+)"/.exec(body)?.[1]
  const prompt = /name="prompt" value="(\w+)"/.exec(body)?.[1]
  if (action !== undefined && prompt !== undefined) return { action, prompt }
  throw new Error(`The provider answered ${status}: ${body.slice(0, 400)}`)
}

function filled(body: string, name: string): URLSearchParams {
  const { prompt } = formIn(body, 200)
  return new URLSearchParams({ prompt, login: name, password: 'any' })
}
