interface ErrorPlace {
  domain?: 'global' | 'calendar' | 'usageLimits'
  location?: string
  locationType?: 'parameter' | 'header'
}

/** An error response of the Calendar API; `body` is Google's error JSON. */
export class GoogleError extends Error {
  readonly status: number
  readonly reason: string
  readonly place: ErrorPlace

  constructor(status: number, reason: string, message: string, place: ErrorPlace = {}) {
    super(message)
    this.name = 'GoogleError'
    this.status = status
    this.reason = reason
    this.place = place
  }

  body() {
    const { domain = 'global', ...place } = this.place
    return {
      error: {
        errors: [{ domain, reason: this.reason, message: this.message, ...place }],
        code: this.status,
        message: this.message,
      },
    }
  }
}

export function notFound(): GoogleError {
  return new GoogleError(404, 'notFound', 'Not Found')
}

export function invalidParameter(name: string, message: string): GoogleError {
  return new GoogleError(400, 'invalid', message, { location: name, locationType: 'parameter' })
}

export function invalidValue(message: string): GoogleError {
  return new GoogleError(400, 'invalid', message)
}

export function missing(message: string): GoogleError {
  return new GoogleError(400, 'required', message)
}

export function conditionNotMet(): GoogleError {
  return new GoogleError(412, 'conditionNotMet', 'Precondition Failed', {
    location: 'If-Match',
    locationType: 'header',
  })
}
