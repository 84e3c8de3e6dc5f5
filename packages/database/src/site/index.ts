export * from './publication.ts'
