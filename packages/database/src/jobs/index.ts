export * from './job-requests.ts'
export * from './job-status.ts'
