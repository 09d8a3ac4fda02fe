import { markTexts } from '@waymark/domain/language/translate';

/** What the server notes at commands. Consoles say it in the language of their page. */
export const NOTES = markTexts({
  noDevice: 'There is no such device.',
  carriedOut: 'The device had carried it out already.',
  notConnected: 'The device is not connected.',
  notAnswered: 'The device has not answered.',
  stillHeard: 'Others are listening.',
  noGateway: 'It waits: no satellite gateway is configured.',
  noImei: 'It waits: the device has no IMEI.',
  noKey: 'It waits: the device has no message key.',
  gatewayHasIt: 'The gateway has it.',
  beyondRecall: 'The satellite gateway may have it: the device may still carry it out.',
  leftCompany: 'The device has left the company.',
  cellularAgain: 'The device is on its cellular link again.',
  notOverCellular: 'The device calls over cellular, which does not carry this command.',
  notOverSatellite: 'The device calls over satellite, which does not carry this command.',
});
