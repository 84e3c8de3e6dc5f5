import type { Calendar, State } from './state.ts'

const timeZone = 'Europe/London'

/** The initial state: two parents, a stranger, their calendars, no events. */
export function seedState(): State {
  return {
    revision: 0,
    syncEpoch: crypto.randomUUID(),
    accounts: [
      account('alex@example.com', 'Alex', '100000000000000000001'),
      account('robin@example.com', 'Robin', '100000000000000000002'),
      account('stranger@example.com', 'Stranger', '100000000000000000003'),
    ],
    calendars: [
      {
        ...calendar('family', 'Family'),
        roles: { 'alex@example.com': 'owner', 'robin@example.com': 'writer' },
      },
      personal('alex@example.com', 'Alex'),
      personal('robin@example.com', 'Robin'),
      personal('stranger@example.com', 'Stranger'),
      {
        ...calendar('en.uk#holiday@group.v.calendar.google.com', 'Holidays'),
        roles: { 'alex@example.com': 'reader', 'robin@example.com': 'reader' },
      },
    ],
    grants: [],
    codes: [],
    refreshTokens: [],
    accessTokens: [],
    channels: [],
  }
}

function account(email: string, name: string, subject: string) {
  return { email, name, subject, emailVerified: true }
}

function calendar(id: string, summary: string): Calendar {
  return { id, summary, timeZone, primaryOf: null, roles: {}, events: new Map() }
}

function personal(email: string, name: string): Calendar {
  return { ...calendar(email, name), primaryOf: email, roles: { [email]: 'owner' } }
}
