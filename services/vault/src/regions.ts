import { ConfigurationError } from '@night-routine/service'

/** A region for vaults. This host has one place, which it lists under all configured names. */
export interface Region {
  id: string
  name: string
}

/** The regions of VAULT_REGIONS, the default first. @throws ConfigurationError */
export function parseRegions(list: readonly string[]): readonly [Region, ...Region[]] {
  const [first, ...others] = list.map(text => {
    const [, id, name] = /^([a-z0-9-]{1,40})=(.{1,80})$/i.exec(text) ?? []
    if (id === undefined || name === undefined)
      throw new ConfigurationError([`VAULT_REGIONS: "${text}" is not of the form id=Name.`])
    return { id, name }
  })
  if (!first) throw new ConfigurationError(['VAULT_REGIONS is empty: name one region at least.'])
  const ids = new Set([first, ...others].map(({ id }) => id))
  if (ids.size <= others.length) throw new ConfigurationError(['VAULT_REGIONS names one id twice.'])
  return [first, ...others]
}
