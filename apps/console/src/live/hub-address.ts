import type * as contract from '@waymark/contract/events/index';

// Copies of the contract's values, checked by type, because importing them would load the schemas.
export const HUB_PATH: typeof contract.HUB_PATH = '/hub';
export const AGM_HUB: typeof contract.AGM_HUB = '/agm';
export const STREAM_HUB: typeof contract.STREAM_HUB = '/stream';
export const EVENT_GROUP: typeof contract.EVENT_GROUP = 'ReceiveEvents';
export const RECEIVE_STREAM: typeof contract.RECEIVE_STREAM = 'ReceiveStream';
