/** The file with the variables that name the servers of a run, below the root of the repository. */
export function addressesOf(runner: number): string {
  return `.tap/servers/${runner}.json`
}
