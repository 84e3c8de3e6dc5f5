export { createVaultClient, usualLargestFile } from './client.ts'
export type { VaultClient, VaultClientOptions } from './client.ts'
export type { VaultAddresses } from './addresses.ts'
export type { CallOptions } from './endpoints/call.ts'
export type { AccountProfile, Credentials, SignedIn } from './endpoints/user.ts'
export type { NewVault, Region, Vault } from './endpoints/vaults.ts'
export type { ReadSiteOptions, Site, SiteAddress, SiteOptions } from './endpoints/sites.ts'
export type {
  PublishedFile,
  RemoveAllOptions,
  Upload,
  UploadAllOptions,
  UploadOptions,
  UploadProgress,
} from './endpoints/files.ts'
export { bytesSource, fileSource } from './upload/source.ts'
export type { UploadSource } from './upload/source.ts'
export { createSalt, deriveKey, keyHash, supportedEncryptionVersion } from './keys.ts'
export type { EncryptionVersion } from './keys.ts'
export type { TimeLimits } from './transport/send-once.ts'
export type { Patience, Retry } from './transport/send.ts'
export * from './errors.ts'
export { isOurs, publish, publishSteps, removesTooMuch, uploadsOf } from './publish/publish.ts'
export type { Manifest, PublishOptions, PublishSteps } from './publish/publish.ts'
