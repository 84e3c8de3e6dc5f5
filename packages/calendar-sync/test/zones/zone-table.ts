/** One household on one evening. */
export interface ZoneRow {
  what: string
  timeZone: string
  /** The time of the evening in the household. */
  now: string
  tonight: string
  /** The nights of the plan; the second one is edited. */
  nights: [string, string, string, string]
}

/** Difficult nights in difficult time zones. */
export const zoneTable: readonly ZoneRow[] = [
  {
    what: 'clocks go forward',
    timeZone: 'Europe/Paris',
    now: '2027-03-27T20:00:00Z',
    tonight: '2027-03-27',
    nights: ['2027-03-27', '2027-03-28', '2027-03-29', '2027-03-30'],
  },
  {
    what: 'clocks go back, and the night is not over at 03:30',
    timeZone: 'Europe/Paris',
    now: '2026-10-25T02:30:00Z',
    tonight: '2026-10-24',
    nights: ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'],
  },
  {
    what: 'clocks go forward',
    timeZone: 'America/New_York',
    now: '2027-03-14T01:00:00Z',
    tonight: '2027-03-13',
    nights: ['2027-03-13', '2027-03-14', '2027-03-15', '2027-03-16'],
  },
  {
    what: 'clocks go back',
    timeZone: 'America/New_York',
    now: '2026-11-01T01:00:00Z',
    tonight: '2026-10-31',
    nights: ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'],
  },
  {
    what: 'clocks go forward by half an hour',
    timeZone: 'Australia/Lord_Howe',
    now: '2026-10-03T09:00:00Z',
    tonight: '2026-10-03',
    nights: ['2026-10-03', '2026-10-04', '2026-10-05', '2026-10-06'],
  },
  {
    what: 'clocks go back by half an hour',
    timeZone: 'Australia/Lord_Howe',
    now: '2027-04-03T09:00:00Z',
    tonight: '2027-04-03',
    nights: ['2027-04-03', '2027-04-04', '2027-04-05', '2027-04-06'],
  },
  {
    what: 'leap day',
    timeZone: 'America/Los_Angeles',
    now: '2028-02-29T04:00:00Z',
    tonight: '2028-02-28',
    nights: ['2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02'],
  },
  {
    what: 'year end, in the first zone',
    timeZone: 'Pacific/Kiritimati',
    now: '2026-12-30T06:00:00Z',
    tonight: '2026-12-30',
    nights: ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
  },
  {
    what: 'year end, in the last zone',
    timeZone: 'Pacific/Pago_Pago',
    now: '2026-12-31T06:00:00Z',
    tonight: '2026-12-30',
    nights: ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
  },
]
