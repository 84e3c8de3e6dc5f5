/** What is known of a machine before anything is started on it. */
export interface Machine {
  /** Why the docker command reaches no engine; undefined where it reaches one. */
  engineFault?: string | undefined
  isRoot: boolean
  isDebian: boolean
  /** Those of `neededPrograms` that are not on the PATH. */
  missingPrograms: readonly string[]
}

/** What a private engine and stand-in images take; Debian's packages have the same names. */
export const neededPrograms = ['runc', 'iptables', 'debootstrap']

/** Why the deployment cannot be run on this machine, in one sentence that says what to do; or undefined. */
export function whyNotHere(machine: Machine): string | undefined {
  const { engineFault, isDebian, isRoot, missingPrograms } = machine
  if (engineFault === undefined) return undefined
  const start = `npm run containers needs a Docker engine with the compose plugin (${engineFault})`
  if (!isRoot) return `${start}: start one and join the group docker, or run this as root.`
  if (!isDebian) return `${start}: start one; only on Debian a private one can be started.`
  if (missingPrograms.length > 0)
    return `${start}: start one, or install what a private one takes with "apt-get install ${missingPrograms.join(' ')}".`
  return undefined
}
