import * as build from 'virtual:remix/server-build';
console.log(Object.keys(build.routes));
