import { publicUrl } from '../installation/override.ts'
import type { Visitor } from './visitor.ts'

/** The path and query of an address below the public one. */
export function pathOf(location: string): string {
  const { pathname, search } = new URL(location, publicUrl)
  return pathname + search
}

/**
 * Opens a page, fills in the first form with a password, and follows every redirect, as a person who signs in or makes
 * an account does.
 *
 * @param fields what the person enters; the form's hidden fields are added
 * @returns the page at the end
 * @throws Error when there is no such form, or it is not accepted
 */
export async function followForms(visitor: Visitor, path: string, fields: Record<string, string>) {
  const page = await open(visitor, path)
  const form = [...page.matchAll(/<form [^]*?<\/form>/g)].find(([text]) =>
    text.includes('type="password"'),
  )?.[0]
  const action = /action="([^"]+)"/.exec(form ?? '')?.[1]?.replaceAll('&#x3D;', '=')
  if (form === undefined || action === undefined)
    throw new Error(`${path} leads to no form with a password: ${page.slice(0, 600)}`)
  const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const answer = await visitor.form(action, { ...Object.fromEntries(hidden), ...fields })
  return open(visitor, pathOf(answer.headers.get('location') ?? ''))
}

/** The page to which a path leads. */
async function open(visitor: Visitor, path: string): Promise<string> {
  let next = path
  for (let step = 0; step < 10; step += 1) {
    const answer = await visitor.send(next)
    const text = await answer.text()
    const location = answer.headers.get('location')
    if (location === null) return text
    next = pathOf(location)
  }
  throw new Error(`${path} leads to too many redirects`)
}
