import { testEveryWrite } from "./every-write";
import { delays } from "./rows";

testEveryWrite(delays);
