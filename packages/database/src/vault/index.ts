export { isDatabaseAway } from '../database-away.ts'
export { deriveKeys, parseSecretKeys, type TokenKeys } from '../secret-keys.ts'
export { unreadable } from '../sealed.ts'
export { transaction } from '../transaction.ts'
export {
  createAccount,
  deleteAccount,
  findAccount,
  readAccounts,
  savePassword,
  saveTotpSecret,
  useTotpStep,
  type Account,
  type AccountSecrets,
} from './accounts.ts'
export { connectVault, type VaultDatabase } from './connect.ts'
export {
  findFile,
  lockContent,
  lockSite,
  readFiles,
  readUsage,
  readUsedHashes,
  removeFile,
  saveFile,
  type PublishedFile,
} from './files.ts'
export { awaitVaultSchema, migrateVault } from './migrate.ts'
export { migrations as vaultMigrations } from './migrations/index.ts'
export { forgetOldAddresses, isKnownAddress, saveKnownAddress } from './sign-in-addresses.ts'
export {
  beginAttempt,
  forgetAttempts,
  forgetOldAttempts,
  undoAttempt,
  type Attempts,
} from './sign-in-attempts.ts'
export {
  createSite,
  findSite,
  findSiteBySlug,
  mergeOptions,
  readSites,
  readSlugs,
  saveSitePassword,
  saveSlug,
  type Site,
} from './sites.ts'
export {
  createToken,
  deleteIdleTokens,
  deleteToken,
  readCaller,
  touchToken,
  type Caller,
} from './tokens.ts'
export { createVault, readVaults, type NewVault, type Vault } from './vaults.ts'
