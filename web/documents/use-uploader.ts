import { useState } from 'react'
import type { Uploader, UploaderOptions } from './uploader.ts'
import { windowUploads } from './window-uploads.ts'

/** The uploader of a place, which survives closing and reopening its screen. */
export function useUploader(place: string, finish?: UploaderOptions['finish']): Uploader {
  const [uploader] = useState(() => windowUploads.of(place, { finish }))
  return uploader
}
