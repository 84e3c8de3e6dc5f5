import { nameFault } from '@night-routine/household'
import { tidyName } from '@night-routine/wording'

/**
 * What to call the person of an account: the name that the provider gave, else the start of the address
 * ("alex.smith@example.com" is Alex). Null if neither can be a name.
 */
export function accountName({
  name,
  email,
}: {
  name: string | null
  email: string
}): string | null {
  const candidates = [name ?? '', fromAddress(email)]
  const usable = candidates.find(candidate => candidate !== '' && nameFault(candidate) === null)
  return usable === undefined ? null : tidyName(usable)
}

function fromAddress(email: string): string {
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+')
  const first = local.split(/[._\d]+/).find(part => part !== '') ?? ''
  return first.replaceAll(/(?<=^|-)\p{Ll}/gu, letter => letter.toUpperCase())
}
