import type { Timestamp } from './column-types.ts'

/** Settings of the installation that were entered in the browser. */
export interface InstallationTables {
  installation_settings: {
    name: string
    value: string
    changed_at: Timestamp
  }
}
